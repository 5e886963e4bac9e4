#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/desktop/window_control.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Changes windows, and waits until the change is seen.
class WindowCommands {
 public:
  WindowCommands(WindowSource& source, std::vector<Rect> screens, Deadline deadline);

  Rect place(std::uint64_t window, const WindowControl::Place& place);
  SizeLimits limits(std::uint64_t window);
  void set_state(std::uint64_t window, WindowState state);
  void close(std::uint64_t window);
  void to_workspace(std::uint64_t window, int workspace);

 private:
  KnownWindow find(std::uint64_t window);
  // Looks until `seen` is true of a window; "EFFECT_NOT_SEEN", which says what was not, at the end.
  void wait(std::uint64_t window, const std::string& what,
            const std::function<bool(const KnownWindow&)>& seen);
  Rect at_rest(std::uint64_t window);

  WindowSource& source_;
  const std::vector<Rect> screens_;
  const Deadline deadline_;
  const Deadline until_;  // when looking ends
};

}  // namespace native::wayland
