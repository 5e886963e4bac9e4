#include "runtime/core/io/launch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/io/process_parts.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

// Sent by the new process before it executes the program: its process id, then any failure.
struct Report {
  int pid = 0;
  int code = 0;
};

void tell(int pipe, int number) {
  const ssize_t ignored = ::write(pipe, &number, sizeof number);
  static_cast<void>(ignored);
}

int listen_to(int pipe, int fallback) {
  int number = fallback;
  ssize_t count = 0;
  do {
    count = ::read(pipe, &number, sizeof number);
  } while (count < 0 && errno == EINTR);
  return count == sizeof number ? number : fallback;
}

struct Plan {
  char* const* arguments;
  char* const* environment;
  const char* directory;
  int output;
  int pipe;
};

// Between fork and exec only async-signal-safe functions may be called, which rules out allocation.
[[noreturn]] void become(const Plan& plan) {
  tell(plan.pipe, ::getpid());
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const int input = ::open("/dev/null", O_RDONLY);
  bool ready = input >= 0 && ::dup2(input, 0) >= 0 && ::dup2(plan.output, 1) >= 0 &&
               ::dup2(plan.output, 2) >= 0;
  if (input > 2) ::close(input);
  ready = ready && (!*plan.directory || ::chdir(plan.directory) == 0);
  if (ready) ::execvpe(plan.arguments[0], plan.arguments, plan.environment);
  tell(plan.pipe, errno);
  ::_exit(127);
}

// The intermediate process ends at once, so that no process has to wait for the program's end.
Report start(const Plan& plan, int answers) {
  const pid_t between = ::fork();
  if (between == 0) {
    ::setsid();
    const pid_t program = ::fork();
    if (program == 0) become(plan);
    if (program < 0) {
      tell(plan.pipe, 0);
      tell(plan.pipe, errno);
    }
    ::_exit(0);
  }
  const int code = errno;
  ::close(plan.pipe);
  if (between < 0) return Report{0, code};
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) continue;
  Report report;
  report.pid = listen_to(answers, 0);
  report.code = listen_to(answers, 0);
  return report;
}

}  // namespace

int launch(const ProcessOptions& options, const std::string& output) {
  require_sendable(options);
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = merged_environment(options);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  const char* const to = output.empty() ? "/dev/null" : files::checked(output);
  const Descriptor printed(::open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (printed.get() < 0) files::fail("write", to, errno);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error("INTERNAL_ERROR", std::string("cannot create a pipe: ") + std::strerror(errno));
  const Descriptor answers(ends[0]);
  const Report report =
      start(Plan{argv.data(), envp.data(), options.directory.c_str(), printed.get(), ends[1]},
            answers.get());
  if (report.code != 0 || report.pid == 0) refuse_program(options, report.code);
  return report.pid;
}

}  // namespace runtime
