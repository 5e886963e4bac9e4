#include "runtime/core/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/condition.hpp"
#include "runtime/core/timer.hpp"

extern char** environ;

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

std::vector<std::string> merged_environment(const ProcessOptions& options) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry && !options.empty_environment; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed = std::any_of(options.environment.begin(), options.environment.end(),
                                     [&](const auto& change) { return change.first == name; });
    if (!changed) result.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment)
    if (value) result.push_back(name + "=" + *value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// One pipe; `ours` is the end that stays here, closed on exec.
struct Pipe {
  int ours = -1;
  int theirs = -1;
};

Pipe make_pipe(bool child_reads) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error("INTERNAL_ERROR", std::string("cannot make a pipe: ") + std::strerror(errno));
  if (child_reads) return {ends[1], ends[0]};
  return {ends[0], ends[1]};
}

// What is wrong with the working directory is told by the system in the same words as what is wrong with the program.
void refuse_directory(const ProcessOptions& options) {
  struct stat facts{};
  const char* directory = options.directory.c_str();
  const char* why = nullptr;
  if (options.directory.empty()) return;
  if (stat(directory, &facts) != 0)
    why = std::strerror(errno);
  else if (!S_ISDIR(facts.st_mode))
    why = std::strerror(ENOTDIR);
  else if (access(directory, X_OK) != 0)
    why = std::strerror(errno);
  if (!why) return;
  throw Error("FILE_IO_ERROR",
              "cannot start '" + options.arguments[0] + "' in the working directory " + options.directory + ": " + why,
              "give as working directory a folder that there is");
}

}  // namespace

Process::Process(Loop& loop, const ProcessOptions& options) : box_(new Box) {
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = merged_environment(options);
  std::vector<char*> argv = pointers(arguments);
  std::vector<char*> envp = pointers(environment);
  const Pipe in = make_pipe(true);
  const Pipe out = options.inherit_output ? Pipe{} : make_pipe(false);
  const Pipe err = options.inherit_output ? Pipe{} : make_pipe(false);

  uv_stdio_container_t stdio[3];
  for (uv_stdio_container_t& entry : stdio) entry.flags = UV_INHERIT_FD;
  stdio[0].data.fd = in.theirs;
  stdio[1].data.fd = options.inherit_output ? 2 : out.theirs;
  stdio[2].data.fd = options.inherit_output ? 2 : err.theirs;

  uv_process_options_t spawn = {};
  spawn.file = argv[0];
  spawn.args = argv.data();
  spawn.env = envp.data();
  spawn.cwd = options.directory.empty() ? nullptr : options.directory.c_str();
  spawn.stdio = stdio;
  spawn.stdio_count = 3;
  spawn.flags = UV_PROCESS_DETACHED;
  spawn.exit_cb = [](uv_process_t* process, std::int64_t status, int signal) {
    static_cast<Box*>(process->data)->finish(Exit{signal ? -1 : static_cast<int>(status), signal});
  };
  box_->loop = &loop;
  const int rc = uv_spawn(loop.handle(), &box_->process, &spawn);
  box_->process.data = box_;
  box_->pid = box_->process.pid;
  for (const Pipe& pipe : {in, out, err})
    if (pipe.theirs >= 0) ::close(pipe.theirs);
  if (rc != 0) {
    for (const Pipe& pipe : {in, out, err})
      if (pipe.ours >= 0) ::close(pipe.ours);
    box_->close();
    refuse_directory(options);
    throw Error("FILE_IO_ERROR", "cannot start '" + options.arguments[0] + "': " + uv_strerror(rc),
                rc == UV_ENOENT ? "install it, or give its full path" : "check that it is an executable file");
  }
  input_.emplace(loop, in.ours);
  if (!options.inherit_output) {
    output_.emplace(loop, out.ours);
    errors_.emplace(loop, err.ours);
  }
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
