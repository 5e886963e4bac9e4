#include "native/wayland/input/target_guard.hpp"

#include <algorithm>

#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

constexpr int kMaxDialogs = 8;

NamedWindow named(const Window* window) {
  return window ? NamedWindow{window->id, window->app_class} : NamedWindow{};
}

const Window* find(const std::vector<Window>& windows, std::uint64_t id) {
  const auto found = std::find_if(windows.begin(), windows.end(),
                                  [&](const Window& each) { return each.id == id; });
  return found == windows.end() ? nullptr : &*found;
}

const Window* active(const std::vector<Window>& windows) {
  const auto found =
      std::find_if(windows.begin(), windows.end(), [](const Window& each) { return each.active; });
  return found == windows.end() ? nullptr : &*found;
}

}  // namespace

TargetGuard::TargetGuard(WindowSource* source, const Act& act)
    : source_(source),
      deadline_(act.deadline),
      window_(act.window),
      whole_process_(act.whole_process) {
  if (window_ == 0) return;
  if (source_ == nullptr) throw no_windows();
  target(source_->plain(deadline_));
}

const Window& TargetGuard::target(const std::vector<Window>& windows) const {
  const Window* const found = find(windows, window_);
  if (found == nullptr) throw_window_gone(window_);
  return *found;
}

bool TargetGuard::belongs(const Window& window, const std::vector<Window>& windows) const {
  if (window.id == window_) return true;
  if (whole_process_ && window.pid != 0 && window.pid == target(windows).pid) return true;
  const Window* dialog = &window;
  for (int i = 0; i < kMaxDialogs && dialog != nullptr; ++i) {
    if (dialog->transient_for == window_) return true;
    dialog = find(windows, dialog->transient_for);
  }
  return false;
}

Window TargetGuard::check_focus(std::int64_t typed) {
  if (source_ == nullptr || !source_->knows_focus()) throw unknown_focus();
  const std::vector<Window> windows = source_->plain(deadline_);
  const Window* const holder = active(windows);
  if (window_ == 0 && holder != nullptr) {
    window_ = holder->id;
    whole_process_ = true;
    return *holder;
  }
  const Window* const wanted = window_ != 0 ? &target(windows) : nullptr;
  if (holder == nullptr || !belongs(*holder, windows))
    throw focus_refused(named(wanted), named(holder), typed);
  return *holder;
}

std::optional<Window> TargetGuard::window() {
  if (source_ == nullptr) return std::nullopt;
  const std::vector<Window> windows = source_->plain(deadline_);
  const Window* const found = window_ != 0 ? find(windows, window_) : active(windows);
  return found != nullptr ? std::optional<Window>(*found) : std::nullopt;
}

void TargetGuard::check_place(int x, int y) {
  if (window_ == 0) return;
  if (!source_->knows_places()) throw no_places();
  const std::vector<Window> windows = source_->plain(deadline_);
  const Window& wanted = target(windows);
  for (const Window& each : windows) {
    if (!each.on_screen || intersection(each.frame, {x, y, 1, 1}).empty()) continue;
    if (belongs(each, windows)) return;
    throw window_covered(named(&wanted), named(&each), x, y);
  }
  throw window_covered(named(&wanted), {}, x, y);
}

Point TargetGuard::resolve(const Point& place) {
  if (!place.in_window) return {place.x, place.y};
  if (window_ == 0)
    throw Error("INVALID_ARGUMENT", "place in a window, and no window is given", "Name a window.");
  if (!source_->knows_places()) throw no_places();
  const Rect bounds = target(source_->plain(deadline_)).bounds;
  // Sums of numbers that are too large would overflow.
  return {std::clamp(place.x, -100'000, 100'000) + bounds.x,
          std::clamp(place.y, -100'000, 100'000) + bounds.y};
}

}  // namespace native::wayland
