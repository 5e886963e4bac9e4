#include "native/wayland/window_source.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "native/wayland/hyprland_windows.hpp"
#include "native/wayland/listed_windows.hpp"
#include "native/wayland/sway_windows.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What remains for the answer.
constexpr milliseconds kMargin{50};

const Window* find(const std::vector<Window>& windows, std::uint64_t id) {
  const auto found = std::find_if(windows.begin(), windows.end(),
                                  [&](const Window& each) { return each.id == id; });
  return found == windows.end() ? nullptr : &*found;
}

}  // namespace

std::unique_ptr<WindowSource> find_window_source(Connection& connection, const SessionRoots& roots,
                                                 Deadline deadline) {
  if (auto windows = open_sway_windows(connection, roots, deadline)) return windows;
  if (auto windows = open_hyprland_windows(connection, roots, deadline)) return windows;
  return open_listed_windows(connection);
}

std::vector<Window> WindowSource::plain(Deadline deadline) {
  std::vector<Window> plain;
  for (KnownWindow& each : windows(deadline)) plain.push_back(std::move(each.window));
  return plain;
}

std::vector<Window> WindowSource::listed(Deadline deadline) {
  std::vector<Window> listed = plain(deadline);
  std::erase_if(listed, [](const Window& each) { return each.pop_up; });
  return listed;
}

void wait_for_focus(WindowSource& source, WindowWatch& watch, std::uint64_t window,
                    Deadline deadline) {
  const Deadline end = deadline - kMargin;
  for (;;) {
    const std::vector<Window> windows = source.plain(deadline);
    const Window* const found = find(windows, window);
    if (found == nullptr) throw_window_gone(window);
    if (found->active) return;
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    if (left.count() <= 0) throw_no_focus(window);
    pollfd waiting{watch.descriptor(), POLLIN, 0};
    ::poll(&waiting, 1, static_cast<int>(std::min(left, milliseconds(60'000)).count()));
    watch.take_in();
  }
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
