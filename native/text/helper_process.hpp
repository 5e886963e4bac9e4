#pragma once

#include <sys/types.h>

#include <string>

#include "native/desktop/records.hpp"
#include "native/text/file_descriptor.hpp"

namespace native {

// A running helper program and the socket that is its standard input. Its environment is almost
// empty. Driven by one thread at a time; the destructor ends and reaps it.
class HelperProcess {
 public:
  // Throws "UNSUPPORTED" when it cannot be started.
  explicit HelperProcess(const std::string& path);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  // Returns false when the helper has ended. Never waits, because a request fits into the socket's
  // buffer. Sends the descriptor with the line, unless it is -1.
  bool send(const std::string& line, int descriptor);

  // kGarbage: the line is longer than protocol::kMaxLine.
  enum class Heard { kLine, kGone, kLate, kGarbage };
  // Waits for the next line, without its line feed.
  Heard hear(std::string& line, Deadline deadline);

  // Overwrites what was received, which may be secret.
  void forget();

  // Ends the helper if it is still running and returns how it ended, e.g. "exit status 127" or
  // "signal 11". A helper that is about to exit by itself gets the time to do so.
  struct End {
    int exit_status = -1;  // -1 unless it exited by itself
    std::string text;
  };
  End finish();

 private:
  pid_t pid_ = -1;
  FileDescriptor socket_;
  std::string buffer_;
};

// Returns the path of the program of that name: beside our own executable, else in
// <prefix>/libexec/peekaboo/ when ours is in <prefix>/bin/. "" when there is none.
std::string find_helper(const std::string& name);

}  // namespace native
