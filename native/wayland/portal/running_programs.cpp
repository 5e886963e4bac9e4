#include "native/wayland/portal/running_programs.hpp"

#include <dirent.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>

#include "native/linux/bounded_file.hpp"
#include "native/linux/process_environment.hpp"
#include "native/linux/process_info.hpp"

namespace native::wayland {
namespace {

constexpr std::size_t kMostOfCommand = 4096;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Returns the base names of a process's program and of its first argument, which is the program
// where the other is an interpreter.
std::vector<std::string> command_names(const std::string& folder) {
  const std::string line = read_bounded(folder + "/cmdline", kMostOfCommand).value_or("");
  std::vector<std::string> names;
  for (std::size_t from = 0; from < line.size() && names.size() < 2;) {
    const std::size_t end = std::min(line.find('\0', from), line.size());
    names.push_back(last_part(line.substr(from, end - from)));
    from = end + 1;
  }
  return names;
}

// Returns the processes that can reach neither this session's compositor nor its X display by what
// they were started with: the socket of a compositor lies in its runtime folder.
std::set<pid_t> of_other_sessions(const SessionRoots& roots, const std::string& display) {
  std::set<pid_t> found;
  for (const ProcessEnvironment& each : user_environments(roots.proc, roots.uid)) {
    const std::string run = each.get("XDG_RUNTIME_DIR");
    const bool reaches = run.empty() || run == roots.run ||
                         each.get("WAYLAND_DISPLAY").starts_with('/') ||
                         (!display.empty() && each.get("DISPLAY") == display);
    if (!reaches) found.insert(each.pid);
  }
  return found;
}

Window window_that_may_be(std::int64_t pid, std::string name, std::string other) {
  Window window;
  window.id = static_cast<std::uint64_t>(pid);
  window.pid = pid;
  window.app_class = std::move(name);
  window.app_instance = std::move(other);
  window.type = "normal";
  window.placed = false;
  window.on_screen = true;
  return window;
}

}  // namespace

std::vector<Window> windows_that_may_be(const SessionRoots& roots, const std::string& display) {
  const std::string& proc = roots.proc;
  const std::set<pid_t> elsewhere = of_other_sessions(roots, display);
  std::vector<Window> windows;
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(proc.c_str()));
  if (!folder) return windows;
  while (const dirent* const entry = ::readdir(folder.get())) {
    if (std::isdigit(static_cast<unsigned char>(entry->d_name[0])) == 0) continue;
    const std::int64_t pid = std::atoll(entry->d_name);
    if (elsewhere.count(static_cast<pid_t>(pid)) != 0) continue;
    const auto status = process_status(proc, static_cast<pid_t>(pid));
    if (!status) continue;
    std::vector<std::string> names = command_names(proc + "/" + entry->d_name);
    if (names.empty()) continue;  // a thread of the kernel, or one that has ended
    windows.push_back(window_that_may_be(pid, status->name, names.front()));
    if (names.size() > 1) windows.push_back(window_that_may_be(pid, names.back(), names.front()));
  }
  return windows;
}

}  // namespace native::wayland
