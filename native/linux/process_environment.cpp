#include "native/linux/process_environment.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "native/linux/bounded_file.hpp"
#include "native/linux/process_info.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxEnvironment = 256 * 1024;
constexpr std::size_t kMaxProcesses = 8192;
constexpr std::array<std::string_view, 9> kVariables = {
    "DISPLAY",         "XAUTHORITY",       "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_SESSION_ID",  "GDK_SCALE",
    "PULSE_SERVER"};

std::optional<ProcessEnvironment> read_one(const std::string& proc, pid_t pid, uid_t uid) {
  const std::string folder = proc + "/" + std::to_string(pid);
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0 || status.st_uid != uid) return std::nullopt;
  const std::optional<std::string> text = read_bounded(folder + "/environ", kMaxEnvironment);
  if (!text) return std::nullopt;
  ProcessEnvironment result;
  result.pid = pid;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals + 1 == line.size()) continue;
    const std::string_view name = line.substr(0, equals);
    if (std::find(kVariables.begin(), kVariables.end(), name) == kVariables.end()) continue;
    result.variables.emplace(name, line.substr(equals + 1));
  }
  const std::optional<ProcessStatus> state = process_status(proc, pid);
  if (!state) return std::nullopt;
  result.start = state->start;
  result.name = state->name;
  return result;
}

}  // namespace

std::string ProcessEnvironment::get(const std::string& variable) const {
  const auto found = variables.find(variable);
  return found == variables.end() ? std::string() : found->second;
}

std::vector<ProcessEnvironment> ancestor_environments(const std::string& proc, pid_t pid,
                                                      uid_t uid) {
  std::vector<ProcessEnvironment> result;
  for (int depth = 0; depth < 32; ++depth) {
    const std::optional<ProcessStatus> state = process_status(proc, pid);
    if (!state || state->parent <= 0) break;
    pid = state->parent;
    if (auto environment = read_one(proc, pid, uid)) result.push_back(std::move(*environment));
  }
  return result;
}

std::vector<ProcessEnvironment> user_environments(const std::string& proc, uid_t uid) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(proc.c_str()), &::closedir);
  std::vector<ProcessEnvironment> result;
  if (!folder) return result;
  std::size_t seen = 0;
  while (const dirent* entry = ::readdir(folder.get())) {
    char* end = nullptr;
    const long pid = std::strtol(entry->d_name, &end, 10);
    if (pid <= 0 || *end != '\0') continue;
    if (++seen > kMaxProcesses) break;
    auto environment = read_one(proc, static_cast<pid_t>(pid), uid);
    if (environment && !environment->variables.empty()) result.push_back(std::move(*environment));
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return std::pair(a.start, a.pid) > std::pair(b.start, b.pid);
  });
  return result;
}

}  // namespace native
