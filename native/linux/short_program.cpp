#include "native/linux/short_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace native {
namespace {

constexpr std::size_t kMaxOutput = 64 << 10;

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const bool replaced = std::any_of(variables.begin(), variables.end(), [&](const auto& each) {
      return text.starts_with(each.first + "=");
    });
    if (!replaced) entries.push_back(text);
  }
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& each : texts) all.push_back(each.data());
  all.push_back(nullptr);
  return all;
}

bool becomes_readable(int descriptor, Deadline deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd waiting{descriptor, POLLIN, 0};
  const auto wait = std::clamp<std::int64_t>(left.count(), 0, 60'000);
  return ::poll(&waiting, 1, static_cast<int>(wait)) > 0;
}

// A process of ours, and the reading end of its output.
class Child {
 public:
  Child(std::vector<std::string> words, std::vector<std::string> environment) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (::posix_spawnp(&process_, words.front().c_str(), &actions, nullptr, pointers(words).data(),
                       pointers(environment).data()) != 0)
      process_ = -1;
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~Child() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    if (output_ >= 0) ::close(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool started() const { return process_ > 0; }
  // Returns whether all was read before the deadline.
  bool read(std::string& text, Deadline deadline) const {
    char part[4096];
    while (becomes_readable(output_, deadline)) {
      const ssize_t count = ::read(output_, part, sizeof part);
      if (count <= 0) return count == 0;
      text.append(part, static_cast<std::size_t>(count));
      if (text.size() > kMaxOutput) return false;
    }
    return false;
  }
  // Returns whether it has ended well before the deadline.
  bool succeeds(Deadline deadline) {
    const int watch = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
    const bool ended = watch >= 0 && becomes_readable(watch, deadline);
    if (watch >= 0) ::close(watch);
    int status = 1;
    if (!ended || ::waitpid(process_, &status, 0) != process_) return false;
    process_ = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  pid_t process_ = -1;
  int output_ = -1;
};

}  // namespace

std::optional<std::string> run_short_program(
    const std::vector<std::string>& words,
    const std::vector<std::pair<std::string, std::string>>& variables, Deadline deadline) {
  Child child(words, environment_with(variables));
  std::string text;
  if (!child.started() || !child.read(text, deadline) || !child.succeeds(deadline))
    return std::nullopt;
  return text;
}

}  // namespace native
