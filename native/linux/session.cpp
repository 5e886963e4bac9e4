#include "native/linux/session.hpp"

#include <dirent.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "native/linux/process_environment.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxEntries = 512;

std::optional<std::string> own_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

bool accepts_at(const std::string& path, std::size_t offset) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() + offset >= sizeof address.sun_path) return false;
  std::memcpy(address.sun_path + offset, path.data(), path.size());
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return false;
  const auto length =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + offset + path.size());
  const int result = ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), length);
  // A full queue (EAGAIN) means that somebody listens but is slow.
  const bool listening = result == 0 || errno == EAGAIN;
  ::close(descriptor);
  return listening;
}

bool accepts(const std::string& path) { return accepts_at(path, 0) || accepts_at(path, 1); }

bool exists(const std::string& path) { return !path.empty() && ::access(path.c_str(), R_OK) == 0; }

std::vector<std::string> names_in(const std::string& folder, const std::string& prefix) {
  std::vector<std::string> result;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), &::closedir);
  if (!stream) return result;
  std::size_t seen = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    if (++seen > kMaxEntries) break;
    const std::string name = entry->d_name;
    if (name.starts_with(prefix)) result.push_back(name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

// The number of a display of this machine (":3", "unix:3.0"), else -1.
int local_number(const std::string& display) {
  std::string rest = display;
  if (rest.starts_with("unix:")) rest.erase(0, 4);
  if (!rest.starts_with(":")) return -1;
  char* end = nullptr;
  const long number = std::strtol(rest.c_str() + 1, &end, 10);
  if (end == rest.c_str() + 1 || (*end != '\0' && *end != '.') || number < 0 || number > 65535)
    return -1;
  return static_cast<int>(number);
}

bool display_is_alive(const SessionRoots& roots, const std::string& display) {
  const int number = local_number(display);
  // A display of another machine cannot be asked cheaply; the connection will tell.
  if (number < 0) return display.find(':') != std::string::npos;
  return roots.listening(roots.x11_sockets + "/X" + std::to_string(number));
}

std::string default_authority(const SessionRoots& roots) {
  const std::string file = roots.environment("HOME").value_or("") + "/.Xauthority";
  return exists(file) ? file : std::string();
}

void fill_from(Session& session, const ProcessEnvironment& process, const std::string& how,
               const SessionRoots& roots) {
  session.display = process.get("DISPLAY");
  if (session.xauthority.empty()) session.xauthority = process.get("XAUTHORITY");
  if (session.xauthority.empty()) session.xauthority = default_authority(roots);
  if (session.wayland_display.empty()) session.wayland_display = process.get("WAYLAND_DISPLAY");
  session.why = session.display + ", named by the environment of " + how + " " + process.name +
                " (process " + std::to_string(process.pid) + ")";
}

bool choose_named(Session& session, const std::vector<ProcessEnvironment>& processes,
                  const std::string& how, const SessionRoots& roots) {
  for (const ProcessEnvironment& process : processes) {
    const std::string display = process.get("DISPLAY");
    if (display.empty() || !display_is_alive(roots, display)) continue;
    fill_from(session, process, how, roots);
    return true;
  }
  return false;
}

bool choose_owned_socket(Session& session, const SessionRoots& roots) {
  std::vector<int> numbers;
  for (const std::string& name : names_in(roots.x11_sockets, "X")) {
    const std::string path = roots.x11_sockets + "/" + name;
    const int number = local_number(std::string(":").append(name, 1));
    struct stat status{};
    if (number < 0 || ::stat(path.c_str(), &status) != 0 || status.st_uid != roots.uid) continue;
    if (roots.listening(path)) numbers.push_back(number);
  }
  if (numbers.empty()) return false;
  const int lowest = *std::min_element(numbers.begin(), numbers.end());
  session.display = std::string(":").append(std::to_string(lowest));
  if (session.xauthority.empty()) session.xauthority = default_authority(roots);
  session.why = session.display + ", a socket that this user owns in " + roots.x11_sockets;
  if (numbers.size() > 1) {
    session.why += " (the lowest of " + std::to_string(numbers.size()) + "; set DISPLAY to choose)";
  }
  return true;
}

std::string owned_wayland_socket(const SessionRoots& roots) {
  for (const std::string& name : names_in(roots.run, "wayland-")) {
    if (!name.ends_with(".lock") && roots.listening(roots.run + "/" + name)) return name;
  }
  return {};
}

}  // namespace

SessionRoots SessionRoots::system() {
  SessionRoots roots;
  roots.uid = ::getuid();
  roots.pid = ::getpid();
  roots.run = own_variable("XDG_RUNTIME_DIR").value_or("/run/user/" + std::to_string(roots.uid));
  roots.environment = own_variable;
  roots.listening = accepts;
  return roots;
}

Session find_session(const SessionRoots& roots) {
  Session session;
  session.wayland_display = roots.environment("WAYLAND_DISPLAY").value_or("");
  session.xauthority = roots.environment("XAUTHORITY").value_or("");
  if (const auto display = roots.environment("DISPLAY")) {
    session.display = *display;
    if (session.xauthority.empty()) session.xauthority = default_authority(roots);
    session.why = *display + ", set by DISPLAY";
    return session;
  }
  const bool found = choose_named(session, ancestor_environments(roots.proc, roots.pid, roots.uid),
                                  "our ancestor", roots) ||
                     choose_named(session, user_environments(roots.proc, roots.uid),
                                  "this user's newest session process", roots) ||
                     choose_owned_socket(session, roots);
  if (session.wayland_display.empty()) session.wayland_display = owned_wayland_socket(roots);
  if (!found) {
    session.why = "DISPLAY is not set, no process of this user names a living display, and " +
                  roots.x11_sockets + " holds no socket of this user";
    if (!session.wayland_display.empty()) {
      session.why = "a Wayland session (" + session.wayland_display + ") without an X display";
    }
  }
  return session;
}

std::vector<std::string> other_authorities(const SessionRoots& roots, const Session& session) {
  std::vector<std::string> result;
  const auto add = [&](const std::string& file) {
    if (file == session.xauthority || !exists(file)) return;
    if (std::find(result.begin(), result.end(), file) == result.end()) result.push_back(file);
  };
  const int number = local_number(session.display);
  for (const ProcessEnvironment& process : user_environments(roots.proc, roots.uid)) {
    if (result.size() >= 8) break;
    const std::string display = process.get("DISPLAY");
    const bool same =
        display == session.display || (number >= 0 && local_number(display) == number);
    if (same) add(process.get("XAUTHORITY"));
  }
  add(default_authority(roots));
  add(roots.run + "/gdm/Xauthority");
  for (const char* prefix : {"xauth_", ".mutter-Xwaylandauth."}) {
    for (const std::string& name : names_in(roots.run, prefix)) add(roots.run + "/" + name);
  }
  if (result.size() > 8) result.resize(8);
  return result;
}

std::string find_session_bus(const SessionRoots& roots) {
  if (const auto address = roots.environment("DBUS_SESSION_BUS_ADDRESS")) return *address;
  if (roots.listening(roots.run + "/bus")) return "unix:path=" + roots.run + "/bus";
  for (const auto& processes : {ancestor_environments(roots.proc, roots.pid, roots.uid),
                                user_environments(roots.proc, roots.uid)}) {
    for (const ProcessEnvironment& process : processes) {
      const std::string address = process.get("DBUS_SESSION_BUS_ADDRESS");
      if (!address.empty()) return address;
    }
  }
  return {};
}

}  // namespace native
