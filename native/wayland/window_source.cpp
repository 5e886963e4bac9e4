#include "native/wayland/window_source.hpp"

#include <utility>

#include "native/wayland/listed_windows.hpp"
#include "native/wayland/sway_windows.hpp"

namespace native::wayland {

std::unique_ptr<WindowSource> find_window_source(Connection& connection, const SessionRoots& roots,
                                                 Deadline deadline) {
  if (auto windows = open_sway_windows(connection, roots, deadline)) return windows;
  return open_listed_windows(connection);
}

std::vector<Window> WindowSource::plain(Deadline deadline) {
  std::vector<Window> plain;
  for (KnownWindow& each : windows(deadline)) plain.push_back(std::move(each.window));
  return plain;
}

void throw_window_gone(std::uint64_t window) {
  throw Error("WINDOW_NOT_FOUND", "window " + std::to_string(window) + " does not exist",
              "List the windows again: a window that was closed and opened again has another id.",
              {{"reason", "gone"}, {"window", std::to_string(window)}});
}

void throw_no_focus(std::uint64_t window) {
  throw Error("TIMEOUT", "window " + std::to_string(window) + " did not get the focus in time",
              "Look at it: another window may hold the focus.", {{"reason", "focus"}});
}

}  // namespace native::wayland
