#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Whether keys and clicks reach the window of an act, as the compositor tells. Without a window:
// the one that has the focus at the first check.
class TargetGuard {
 public:
  // `source`: null where nothing tells the windows: then only places on the desktop can be acted
  // on. Throws "WINDOW_NOT_FOUND", and "UNSUPPORTED" for a window that cannot be known.
  TargetGuard(WindowSource* source, const Act& act);

  // Returns the window that gets keys. Throws "FOCUS_REFUSED" when that is another window, and
  // "UNSUPPORTED" where the compositor does not tell which has the focus; `typed`: how many have
  // arrived.
  Window check_focus(std::int64_t typed);
  // Returns the window of the act, else the one with the focus, as far as they are known.
  std::optional<Window> window();
  // Throws "FOCUS_REFUSED" when another window lies at a place.
  void check_place(int x, int y);
  // Returns the place on the desktop.
  Point resolve(const Point& place);

 private:
  const Window& target(const std::vector<Window>& windows) const;
  bool belongs(const Window& window, const std::vector<Window>& windows) const;

  WindowSource* source_;
  const Deadline deadline_;
  std::uint64_t window_;
  bool whole_process_;
};

}  // namespace native::wayland
