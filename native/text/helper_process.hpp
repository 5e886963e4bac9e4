#pragma once

#include <sys/types.h>

#include <string>

#include "native/desktop/records.hpp"
#include "native/text/gray_file.hpp"

namespace native {

// A running helper of ours and the socket to it, which is its standard input. It has next to no
// environment. Driven by one thread at a time; ended and reaped with this object.
class HelperProcess {
 public:
  // "UNSUPPORTED" when it cannot be started.
  explicit HelperProcess(const std::string& path);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  // False when the helper is gone. Never waits: a request fits the socket's buffer. The descriptor
  // goes with the line, unless it is -1.
  bool send(const std::string& line, int descriptor);

  // kGarbage: the line is longer than protocol::kMaxLine.
  enum class Heard { kLine, kGone, kTimeout, kGarbage };
  // The next line, without its end.
  Heard hear(std::string& line, Deadline deadline);

  // Ends the helper if it still runs and tells how it ended, e.g. "exit status 127" or "signal 11".
  // A helper that is about to end by itself gets the time to do so.
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

// The program of that name beside our own executable, then in <prefix>/libexec/peekaboo/ when that
// is <prefix>/bin/. "" when there is none.
std::string find_helper(const std::string& name);

}  // namespace native
