#include "native/gnome/windows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "native/desktop/utf8.hpp"

namespace native::gnome {
namespace {

constexpr const char* kPath = "/org/peekaboo/Windows";
constexpr const char* kInterface = "org.peekaboo.Windows1";
constexpr const char* kRow = "tssssiuutibbbbbb(iiii)(iiii)(iiii)";
constexpr const char* kRows = "(tssssiuutibbbbbb(iiii)(iiii)(iiii))";
constexpr std::size_t kMaxListed = 5000;
constexpr std::size_t kMaxTextBytes = 4096;
constexpr int kFarthestUnit = 1 << 20;
constexpr int kMaxWorkspaces = 1000;
// Ids are numbers of Lua.
constexpr std::uint64_t kPastIds = std::uint64_t{1} << 53;

// Meta.WindowType, by its numbers, as EWMH names it.
constexpr std::array<const char*, 16> kKinds = {
    "normal",  "desktop", "dock",          "dialog",     "dialog",  "toolbar",      "menu",
    "utility", "splash",  "dropdown_menu", "popup_menu", "tooltip", "notification", "combo",
    "dnd",     ""};

dbus::Reply ask(Shell& shell, const char* method, std::vector<dbus::Argument> arguments,
                Deadline deadline) {
  dbus::Reply reply =
      shell.bus().call({shell.owner(), kPath, kInterface, method, std::move(arguments)}, deadline);
  if (reply) return reply;
  shell.check_answer();
  throw NoExtension{};
}

bool act(Shell& shell, const char* method, std::vector<dbus::Argument> arguments,
         Deadline deadline) {
  dbus::Reply reply = ask(shell, method, std::move(arguments), deadline);
  bool found = false;
  return reply.read(&found) && found;
}

bool read_text(dbus::Reply& reply, std::string& text) {
  std::string found;
  if (!reply.read(&found, 's', kMaxTextBytes)) return false;
  text = replace_invalid_utf8(found);  // the limit may fall into a character
  return true;
}

bool read_area(dbus::Reply& reply, Rect& area) {
  std::array<std::int32_t, 4> side{};
  if (!reply.enter('r', "iiii")) return false;
  for (std::int32_t& each : side)
    if (!reply.read(&each)) return false;
  reply.leave();
  const auto place = [](std::int32_t at) { return std::clamp(at, -kFarthestUnit, kFarthestUnit); };
  const auto size = [](std::int32_t length) { return std::clamp(length, 0, kFarthestUnit); };
  area = {place(side[0]), place(side[1]), size(side[2]), size(side[3])};
  return true;
}

// Returns the class by which a program's desktop entry is found.
std::string class_of(std::string told, std::string application) {
  constexpr std::string_view kEnding = ".desktop";
  if (!told.empty()) return told;
  if (application.ends_with(kEnding)) application.resize(application.size() - kEnding.size());
  return application;
}

bool read_states(dbus::Reply& reply, ShellWindow& known) {
  Window& window = known.window;
  bool maximised = false, fullscreen = false;
  const bool whole = reply.read(&window.minimised) && reply.read(&maximised) &&
                     reply.read(&fullscreen) && reply.read(&window.active) &&
                     reply.read(&window.on_screen) && reply.read(&window.pop_up);
  known.fills = maximised || fullscreen;
  return whole;
}

// Reads the row that has been entered; nothing when it is of another form.
std::optional<ShellWindow> read_row(dbus::Reply& reply) {
  ShellWindow known;
  Window& window = known.window;
  std::string application;
  std::int32_t process = 0, workspace = -1;
  std::uint32_t kind = 0, xid = 0;
  const bool names = reply.read(&window.id) && read_text(reply, window.title) &&
                     read_text(reply, window.app_class) && read_text(reply, window.app_instance) &&
                     read_text(reply, application);
  const bool numbers = names && reply.read(&process) && reply.read(&kind) && reply.read(&xid) &&
                       reply.read(&window.transient_for) && reply.read(&workspace);
  const bool whole = numbers && read_states(reply, known) && read_area(reply, window.frame) &&
                     read_area(reply, window.bounds) && read_area(reply, window.painted);
  if (!whole) return std::nullopt;
  window.app_class = class_of(std::move(window.app_class), std::move(application));
  window.pid = std::max(process, 0);
  window.type = kind < kKinds.size() ? kKinds[kind] : "";
  if (window.pop_up && window.type == "normal") window.type = "popup_menu";
  window.desktop = std::clamp(workspace, -1, kMaxWorkspaces);
  window.on_screen = window.on_screen && !window.minimised;
  if (window.bounds.empty()) window.bounds = window.frame;
  known.xid = xid;
  known.window.wayland = xid == 0;
  return known;
}

bool is_usable(const ShellWindow& known, const std::vector<ShellWindow>& others) {
  const std::uint64_t id = known.window.id;
  return id != 0 && id < kPastIds &&
         std::none_of(
             others.begin(), others.end(),
             [&](const ShellWindow& each) { return each.window.id == id; });
}

// A dialog of a window that is not listed belongs to none.
void check_owners(std::vector<ShellWindow>& windows) {
  for (ShellWindow& each : windows) {
    std::uint64_t& owner = each.window.transient_for;
    const bool known = owner != each.window.id &&
                       std::any_of(windows.begin(), windows.end(), [&](const ShellWindow& other) {
                         return other.window.id == owner;
                       });
    if (!known) owner = 0;
  }
}

}  // namespace

ShellDesktop list_windows(Shell& shell, Deadline deadline) {
  dbus::Reply reply = ask(shell, "List", {}, deadline);
  ShellDesktop desktop;
  std::vector<ShellWindow>& windows = desktop.windows;
  if (!reply.enter('a', kRows)) throw NoExtension{};
  while (reply.enter('r', kRow)) {
    std::optional<ShellWindow> known = read_row(reply);
    if (!known) throw NoExtension{};
    reply.leave();
    if (windows.size() < kMaxListed && is_usable(*known, windows))
      windows.push_back(std::move(*known));
  }
  reply.leave();
  std::int32_t workspaces = 1;
  if (!reply.read(&workspaces) || !reply.read(&desktop.elsewhere)) throw NoExtension{};
  desktop.workspaces = std::clamp(workspaces, 1, kMaxWorkspaces);
  std::reverse(windows.begin(), windows.end());
  // What does not show lies behind all that does.
  std::stable_partition(windows.begin(), windows.end(),
                        [](const ShellWindow& each) { return each.window.on_screen; });
  check_owners(windows);
  return desktop;
}

bool focus_window(Shell& shell, std::uint64_t id, Deadline deadline) {
  return act(shell, "Focus", {id}, deadline);
}

bool close_window(Shell& shell, std::uint64_t id, Deadline deadline) {
  return act(shell, "Close", {id}, deadline);
}

bool minimise_window(Shell& shell, std::uint64_t id, bool minimised, Deadline deadline) {
  return act(shell, minimised ? "Minimise" : "Unminimise", {id}, deadline);
}

bool maximise_window(Shell& shell, std::uint64_t id, bool maximised, Deadline deadline) {
  return act(shell, maximised ? "Maximise" : "Unmaximise", {id}, deadline);
}

bool place_window(Shell& shell, std::uint64_t id, const Rect& frame, Deadline deadline) {
  return act(shell, "Place", {id, frame.x, frame.y, frame.width, frame.height}, deadline);
}

bool move_to_workspace(Shell& shell, std::uint64_t id, int workspace, Deadline deadline) {
  return act(shell, "MoveToWorkspace", {id, workspace}, deadline);
}

ChangeWatch::ChangeWatch(const Shell& shell, Deadline deadline)
    : bus_(std::make_unique<dbus::Bus>(shell.address())) {
  bus_->count_signals(kInterface);
  const std::string rule = "type='signal',sender='" + shell.owner() + "',path='" + kPath +
                           "',interface='" + kInterface + "'";
  const dbus::Reply added = bus_->call(
      {"org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", {rule}},
      deadline);
  if (added) return;
  if (bus_->state() == dbus::Bus::State::kSilent) throw ServiceLate{};
  throw ServiceLost{};
}

bool ChangeWatch::take_in() {
  const bool changed = bus_->take_in();
  if (bus_->state() != dbus::Bus::State::kThere) throw ServiceLost{};
  return changed;
}

}  // namespace native::gnome
