#include "native/linux/desktop_session.hpp"

#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "native/linux/display_guess.hpp"
#include "native/linux/file_names.hpp"
#include "native/linux/process_environment.hpp"
#include "native/linux/wayland_session.hpp"

namespace native {
namespace {

std::optional<std::string> own_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

bool exists(const std::string& path) { return !path.empty() && ::access(path.c_str(), R_OK) == 0; }

bool is_folder_of(const std::string& path, uid_t uid) {
  struct stat status{};
  return !path.empty() && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == uid;
}

std::string default_authority(const SessionRoots& roots) {
  const std::string file = roots.environment("HOME").value_or("") + "/.Xauthority";
  return exists(file) ? file : std::string();
}

// Chooses the display of an ancestor, whose session is ours: not a guess.
bool choose_inherited(DesktopSession& session, const SessionRoots& roots) {
  for (const ProcessEnvironment& process :
       ancestor_environments(roots.proc, roots.pid, roots.uid)) {
    const std::string display = process.get("DISPLAY");
    if (display.empty()) continue;
    if (local_number(display) >= 0 && !server_of(roots, display)) continue;
    session.display = display;
    if (session.xauthority.empty()) session.xauthority = process.get("XAUTHORITY");
    if (session.wayland_display.empty()) session.wayland_display = process.get("WAYLAND_DISPLAY");
    if (session.gdk_scale.empty()) session.gdk_scale = process.get("GDK_SCALE");
    session.why = display + ", named by the environment of our ancestor " + process.name +
                  " (process " + std::to_string(process.pid) + ")";
    return true;
  }
  return false;
}

std::string joined(const std::vector<std::string>& names) {
  std::string result;
  for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
  return result;
}

bool prefers_x11(const SessionRoots& roots) {
  const std::string wanted = roots.environment("PEEKABOO_DESKTOP").value_or("");
  return wanted == "x11" || (wanted != "wayland" && allows_xwayland(roots));
}

// `compositor_set`: the session's compositor is no guess.
void choose_guessed(DesktopSession& session, const SessionRoots& roots, bool compositor_set) {
  const std::vector<SeatSession> seats = roots.seat_sessions();
  const std::vector<DisplayCandidate> candidates = guess_displays(roots, seats);
  const bool wayland = !session.wayland_display.empty();
  if (candidates.empty()) return;
  const DisplayCandidate& best = candidates.front();
  // The user sees the Wayland session, not a display in memory.
  if (wayland && best.server != DisplayServer::kSession && !best.named_by_logind) return;
  // A compositor beside an X session, such as one in a window, is not the desktop.
  const std::string compositor = best.wayland_display.empty() && wayland
                                     ? compositor_of_display(roots, best.display)
                                     : best.wayland_display;
  const bool same = compositor == session.wayland_display ||
                    roots.run + "/" + compositor == session.wayland_display;
  if (compositor_set && !same && !prefers_x11(roots)) return;
  if (!compositor_set) session.wayland_display = compositor;
  session.display = best.display;
  if (session.xauthority.empty()) session.xauthority = best.xauthority;
  if (session.gdk_scale.empty()) session.gdk_scale = best.gdk_scale;
  session.why = best.display + ", guessed: " + best.evidence;
  for (const DisplayCandidate& each : candidates)
    if (each.display != best.display) session.others.push_back(each.display);
  if (!session.others.empty()) session.why += "; others: " + joined(session.others);
}

// Decides whose desktop it is, and says why when it is a compositor's.
void decide_kind(DesktopSession& session, const SessionRoots& roots, bool compositor_set) {
  session.wayland = roots.environment("PEEKABOO_DESKTOP").value_or("") == "wayland" ||
                    (!prefers_x11(roots) && !session.wayland_display.empty());
  if (!session.wayland) return;
  if (compositor_set) {
    session.why = session.wayland_display + ", set by WAYLAND_DISPLAY";
  } else if (session.display.empty()) {
    session.why = session.wayland_display + ", a socket of this user in " + roots.run;
  } else {
    session.why = session.wayland_display + ", whose compositor has display " + session.why;
  }
}

}  // namespace

std::string runtime_folder(const SessionRoots& roots) {
  if (const auto given = roots.environment("XDG_RUNTIME_DIR")) return *given;
  for (const ProcessEnvironment& process :
       ancestor_environments(roots.proc, roots.pid, roots.uid)) {
    const std::string folder = process.get("XDG_RUNTIME_DIR");
    if (is_folder_of(folder, roots.uid)) return folder;
  }
  return "/run/user/" + std::to_string(roots.uid);
}

SessionRoots SessionRoots::system() {
  SessionRoots roots;
  roots.uid = ::getuid();
  roots.pid = ::getpid();
  roots.environment = own_variable;
  roots.run = runtime_folder(roots);
  roots.listener = [uid = roots.uid](const std::string& path) { return listener_at(path, uid); };
  roots.seat_sessions = [uid = roots.uid] { return find_seat_sessions(uid); };
  return roots;
}

DesktopSession find_session(const SessionRoots& roots) {
  DesktopSession session;
  session.wayland_display = roots.environment("WAYLAND_DISPLAY").value_or("");
  session.xauthority = roots.environment("XAUTHORITY").value_or("");
  session.gdk_scale = roots.environment("GDK_SCALE").value_or("");
  const bool compositor_set = !session.wayland_display.empty();
  bool chosen = true;
  if (const auto display = roots.environment("DISPLAY")) {
    session.display = *display;
    session.why = *display + ", set by DISPLAY";
  } else {
    chosen = choose_inherited(session, roots);
  }
  if (session.wayland_display.empty())
    session.wayland_display =
        chosen ? compositor_of_display(roots, session.display) : owned_wayland_socket(roots);
  if (!chosen) choose_guessed(session, roots, compositor_set);
  decide_kind(session, roots, compositor_set);
  if (session.display.empty() && !session.wayland) {
    session.why = "DISPLAY is not set, no process of this user names a running display, and " +
                  roots.x11_sockets + " holds no socket of this user";
  } else if (session.xauthority.empty()) {
    session.xauthority = default_authority(roots);
  }
  return session;
}

// On for the same values as any flag (runtime/core/value/settings.cpp).
bool allows_xwayland(const SessionRoots& roots) {
  const std::string value = roots.environment("PEEKABOO_ALLOW_XWAYLAND").value_or("");
  return value == "1" || ::strcasecmp(value.c_str(), "true") == 0;
}

std::string guess_note(const DesktopSession& session) {
  if (session.others.empty()) return {};
  return "display " + session.display +
         " is a guess, because DISPLAY is not set; this user also has " + joined(session.others) +
         " (set DISPLAY to choose)";
}

std::vector<std::string> other_authorities(const SessionRoots& roots,
                                           const DesktopSession& session) {
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
  if (roots.listener(roots.run + "/bus")) return "unix:path=" + roots.run + "/bus";
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
