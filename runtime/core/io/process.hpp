#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/core/io/stream.hpp"

namespace runtime {

struct ProcessOptions {
  std::vector<std::string> arguments;  // [0] is the program, found in PATH
  std::string directory;               // "" = ours
  bool empty_environment = false;      // starts from an empty environment instead of ours
  // Changes to the environment; an empty optional removes the variable.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
  bool inherit_output = false;  // stdout and stderr go to our stderr instead of pipes
};

// How a process ended: `status` of an exit, or the `signal` that ended it (then status is -1).
struct Exit {
  int status = -1;
  int signal = 0;
};

// A child process in its own process group. The destructor ends the group (SIGKILL) if it still
// runs. Its streams may be read and written while it runs.
class Process {
 public:
  // Throws Error "FILE_IO_ERROR" when the program cannot be started, "INVALID_ARGUMENT" for strings
  // that cannot be passed to a program: those with a NUL byte, and variable names that are empty or
  // contain "=".
  Process(Loop& loop, const ProcessOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int pid() const;
  // Signals the whole group; does nothing when it has ended.
  void kill(int signal);
  bool ended() const;
  // Waits for its end; returns at once when it has already ended.
  Task<Exit> wait();
  // Sends SIGTERM, then SIGKILL after `grace` seconds; returns when the process has ended.
  Task<Exit> end(double grace);

  WriteStream& input() { return *input_; }
  ReadStream& output() { return *output_; }
  ReadStream& errors() { return *errors_; }

  struct Box;

 private:
  int spawn(Loop& loop, const ProcessOptions& options, const int (&streams)[3]);

  Box* box_ = nullptr;
  std::optional<WriteStream> input_;
  std::optional<ReadStream> output_;
  std::optional<ReadStream> errors_;
};

}  // namespace runtime
