#include "native/linux/wayland_session.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include <dirent.h>
#include <unistd.h>

#include "native/desktop/error.hpp"
#include "native/linux/display_guess.hpp"
#include "native/linux/file_names.hpp"
#include "native/linux/process_info.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxEntries = 65536;  // of a folder in /proc that are looked at

// Returns the inodes of the sockets that listen at a path, or at the abstract name like it.
std::set<std::string> listening_inodes(const SessionRoots& roots, const std::string& path) {
  constexpr const char* kListens = "00010000";  // __SO_ACCEPTCON
  std::set<std::string> inodes;
  std::ifstream table(roots.proc + "/net/unix");
  std::string line;
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::string address, references, protocol, flags, type, state, inode, name;
    if (!(fields >> address >> references >> protocol >> flags >> type >> state >> inode >> name))
      continue;
    if (flags == kListens && (name == path || name == "@" + path))
      inodes.insert("socket:[" + inode + "]");
  }
  return inodes;
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  DIR* const listing = ::opendir(folder.c_str());
  if (listing == nullptr) return names;
  while (const dirent* entry = ::readdir(listing)) {
    if (names.size() >= kMaxEntries) break;
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  ::closedir(listing);
  return names;
}

bool holds_any(const SessionRoots& roots, pid_t pid, const std::set<std::string>& inodes) {
  const std::string folder = roots.proc + "/" + std::to_string(pid) + "/fd";
  for (const std::string& number : entries_of(folder)) {
    char target[64];
    const ssize_t length = ::readlink((folder + "/" + number).c_str(), target, sizeof target);
    if (length > 0 && inodes.count(std::string(target, static_cast<std::size_t>(length))) > 0)
      return true;
  }
  return false;
}

// Returns the processes that may listen for a compositor's X programs.
std::vector<pid_t> candidates(const SessionRoots& roots, pid_t compositor) {
  std::vector<pid_t> pids{compositor};
  if (const auto status = process_status(roots.proc, compositor)) pids.push_back(status->parent);
  for (const std::string& name : entries_of(roots.proc)) {
    const pid_t pid = std::atoi(name.c_str());
    if (pid <= 0) continue;
    const auto status = process_status(roots.proc, pid);
    if (status && status->name == "Xwayland") pids.push_back(pid);
  }
  return pids;
}

std::vector<std::string> socket_names(const SessionRoots& roots) {
  std::vector<std::string> names = names_in(roots.run, "wayland-");
  std::erase_if(names, [](const std::string& name) { return name.ends_with(".lock"); });
  return names;
}

}  // namespace

std::string owned_wayland_socket(const SessionRoots& roots) {
  for (const std::string& name : socket_names(roots))
    if (roots.listener(roots.run + "/" + name)) return name;
  return {};
}

bool serves_display(const SessionRoots& roots, pid_t compositor, const std::string& display) {
  const int number = local_number(display);
  if (number < 0 || compositor <= 0) return false;
  const std::set<std::string> inodes =
      listening_inodes(roots, roots.x11_sockets + "/X" + std::to_string(number));
  if (inodes.empty()) return false;
  const std::vector<pid_t> pids = candidates(roots, compositor);
  return std::any_of(pids.begin(), pids.end(),
                     [&](pid_t pid) { return pid > 1 && holds_any(roots, pid, inodes); });
}

std::string compositor_of_display(const SessionRoots& roots, const std::string& display) {
  for (const std::string& name : socket_names(roots)) {
    const auto compositor = roots.listener(roots.run + "/" + name);
    if (compositor && serves_display(roots, compositor->pid, display)) return name;
  }
  return {};
}

std::string wayland_socket(const SessionRoots& roots, const DesktopSession& session) {
  if (session.wayland_display.empty())
    throw Error(
        "DISPLAY_UNAVAILABLE",
        "no Wayland compositor found: WAYLAND_DISPLAY is not set, and none listens in " + roots.run,
        "Set WAYLAND_DISPLAY, or leave PEEKABOO_DESKTOP out.", {{"reason", "not found"}});
  if (session.wayland_display.front() == '/') return session.wayland_display;
  return roots.run + "/" + session.wayland_display;
}

}  // namespace native
