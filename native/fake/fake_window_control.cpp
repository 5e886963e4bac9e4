#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_input.hpp"

namespace native {

Rect FakeWindowControl::place(std::uint64_t window, const Place& place, Deadline deadline) {
  desktop_.enter("window control", "place " + std::to_string(window), deadline);
  Rect result;
  {
    const std::lock_guard lock(desktop_.mutex_);
    const auto* found = desktop_.find(window);
    if (found == nullptr) FakeDesktop::throw_gone(window);
    const Rect& now = found->window.bounds;
    result = {place.x.value_or(now.x), place.y.value_or(now.y), place.width.value_or(now.width),
              place.height.value_or(now.height)};
    std::vector<Rect> areas;
    for (const Display& display : desktop_.displays_) areas.push_back(display.bounds);
    check_place(result, areas);
  }
  desktop_.change_window(window, [&](Window& each) {
    each.frame.x += result.x - each.bounds.x;
    each.frame.y += result.y - each.bounds.y;
    each.frame.width += result.width - each.bounds.width;
    each.frame.height += result.height - each.bounds.height;
    each.bounds = result;
  });
  return result;
}

SizeLimits FakeWindowControl::limits(std::uint64_t window, Deadline deadline) {
  desktop_.enter("window control", "limits " + std::to_string(window), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  if (desktop_.find(window) == nullptr) FakeDesktop::throw_gone(window);
  SizeLimits limits;
  limits.manager = "fake";
  return limits;
}

void FakeWindowControl::set_state(std::uint64_t window, WindowState state, Deadline deadline) {
  desktop_.enter("window control", "state " + std::to_string(window), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  auto* found = desktop_.find(window);
  if (found == nullptr) FakeDesktop::throw_gone(window);
  const bool minimised = state == WindowState::kMinimised;
  found->window.minimised = minimised;
  found->window.on_screen = !minimised;
  if (minimised) found->window.active = false;
  if (found->normal && state == WindowState::kNormal) {
    found->window.bounds = *found->normal;
    found->normal.reset();
  }
  if (state == WindowState::kMaximised && !found->normal) {
    found->normal = found->window.bounds;
    found->window.bounds = desktop_.displays_.front().bounds;
  }
  desktop_.changed_.notify_all();
}

void FakeWindowControl::close(std::uint64_t window, Deadline deadline) {
  desktop_.enter("window control", "close " + std::to_string(window), deadline);
  {
    const std::lock_guard lock(desktop_.mutex_);
    if (desktop_.find(window) == nullptr) FakeDesktop::throw_gone(window);
  }
  desktop_.remove_window(window);
}

void FakeWindowControl::to_workspace(std::uint64_t window, int workspace, Deadline deadline) {
  desktop_.enter("window control", "workspace " + std::to_string(window), deadline);
  check_workspace(workspace, kWorkspaces);
  const std::lock_guard lock(desktop_.mutex_);
  auto* found = desktop_.find(window);
  if (found == nullptr) FakeDesktop::throw_gone(window);
  found->window.desktop = workspace;
}

}  // namespace native
