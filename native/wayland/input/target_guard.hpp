#pragma once

#include <cstdint>
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

  // Throws "FOCUS_REFUSED" when keys would reach another window, and "UNSUPPORTED" where the
  // compositor does not tell which has the focus; `typed`: how many have arrived.
  void check_focus(std::int64_t typed);
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
