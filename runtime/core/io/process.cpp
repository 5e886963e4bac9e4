#include "runtime/core/io/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/core/core_dumps.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/io/process_parts.hpp"

namespace runtime {

struct Process::Box {
  uv_process_t process;
  std::optional<Exit> exit;
  int pid = 0;
  bool orphaned = false;
  Loop* loop = nullptr;
  Condition ended;

  void finish(Exit how) {
    exit = how;
    ended.notify_all();
    if (orphaned) close();
  }
  void close() {
    uv_close(reinterpret_cast<uv_handle_t*>(&process),
             [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
  }
};

namespace {

// A pipe whose ends are both closed on exec; the child gets a copy of `theirs`.
struct Pipe {
  Descriptor ours;
  Descriptor theirs;
};

enum class Child { kReads, kWrites };

Pipe make_pipe(Child child) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error("INTERNAL_ERROR", std::string("cannot create a pipe: ") + std::strerror(errno));
  if (child == Child::kReads) return {Descriptor(ends[1]), Descriptor(ends[0])};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// The child's standard streams.
struct Pipes {
  explicit Pipes(const ProcessOptions& options) : input(make_pipe(Child::kReads)) {
    if (options.inherit_output) return;
    output.emplace(make_pipe(Child::kWrites));
    errors.emplace(make_pipe(Child::kWrites));
  }
  Pipe input;
  std::optional<Pipe> output;  // none: our stderr
  std::optional<Pipe> errors;
};

}  // namespace

// Returns 0, or libuv's error code. The caller must close the box's handle in either case.
int Process::spawn(Loop& loop, const ProcessOptions& options, const int (&streams)[3]) {
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = merged_environment(options);
  std::vector<char*> argv = pointers(arguments);
  std::vector<char*> envp = pointers(environment);
  uv_stdio_container_t stdio[3];
  for (std::size_t i = 0; i < std::size(stdio); ++i) {
    stdio[i].flags = UV_INHERIT_FD;
    stdio[i].data.fd = streams[i];
  }

  uv_process_options_t spawn = {};
  spawn.file = argv[0];
  spawn.args = argv.data();
  spawn.env = envp.data();
  spawn.cwd = options.directory.empty() ? nullptr : options.directory.c_str();
  spawn.stdio = stdio;
  spawn.stdio_count = static_cast<int>(std::size(stdio));
  spawn.flags = UV_PROCESS_DETACHED;
  spawn.exit_cb = [](uv_process_t* process, std::int64_t status, int signal) {
    static_cast<Box*>(process->data)->finish(Exit{signal ? -1 : static_cast<int>(status), signal});
  };
  box_->loop = &loop;
  const core_dumps::AsBefore limit;
  const int rc = uv_spawn(loop.handle(), &box_->process, &spawn);
  box_->process.data = box_;
  box_->pid = box_->process.pid;
  return rc;
}

Process::Process(Loop& loop, const ProcessOptions& options) {
  require_sendable(options);
  Pipes pipes(options);
  const int output = pipes.output ? pipes.output->theirs.get() : STDERR_FILENO;
  const int errors = pipes.errors ? pipes.errors->theirs.get() : STDERR_FILENO;
  box_ = new Box;
  if (const int rc = spawn(loop, options, {pipes.input.theirs.get(), output, errors}); rc != 0) {
    box_->close();
    refuse_program(options, -rc);
  }
  input_.emplace(loop, pipes.input.ours.take());
  if (pipes.output) output_.emplace(loop, pipes.output->ours.take());
  if (pipes.errors) errors_.emplace(loop, pipes.errors->ours.take());
}

Process::~Process() {
  if (box_->exit) {
    box_->close();
    return;
  }
  kill(SIGKILL);
  box_->orphaned = true;
}

int Process::pid() const { return box_->pid; }

bool Process::ended() const { return box_->exit.has_value(); }

void Process::kill(int signal) {
  if (!box_->exit) ::kill(-box_->pid, signal);
}

Task<Exit> Process::wait() {
  while (!box_->exit) co_await box_->ended.wait();
  co_return *box_->exit;
}

Task<Exit> Process::end(double grace) {
  kill(SIGTERM);
  Alarm hard;
  hard.set(*box_->loop, grace, [this] { kill(SIGKILL); });
  const Exit exit = co_await wait();
  co_return exit;
}

}  // namespace runtime
