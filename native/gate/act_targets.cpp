#include "native/gate/act_targets.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

// Maximum length of a chain of dialogs of dialogs.
constexpr int kMaxDialogs = 16;

bool holds(const Rect& area, const Point& place) {
  return place.x >= area.x && place.y >= area.y && place.x - area.x < area.width &&
         place.y - area.y < area.height;
}

template <class Fits>
const Window* first(const std::vector<Window>& windows, const Fits& fits) {
  const auto found = std::find_if(windows.begin(), windows.end(), fits);
  return found == windows.end() ? nullptr : &*found;
}

const Window* with_id(const std::vector<Window>& windows, std::uint64_t id) {
  return first(windows, [id](const Window& each) { return each.id == id; });
}

const Window* with_focus(const std::vector<Window>& windows) {
  return first(windows, [](const Window& each) { return each.active; });
}

const Window* at(const std::vector<Window>& windows, const Point& place) {
  return first(windows,
               [&](const Window& each) { return each.on_screen && holds(each.frame, place); });
}

// Keys for a window may go to its dialogs and to its process's other windows.
bool shares_keys(const std::vector<Window>& windows, const Window& focused, const Window& named) {
  if (focused.pid == named.pid && named.pid > 0) return true;
  const std::vector<const Window*> owners = with_owners(windows, focused);
  return std::find(owners.begin(), owners.end(), &named) != owners.end();
}

Point on_desktop(const Point& place, const Window* window) {
  if (!place.in_window || window == nullptr) return place;
  return {window->bounds.x + place.x, window->bounds.y + place.y};
}

}  // namespace

const Window* window_for_keys(const std::vector<Window>& windows, const LastWindows::Last& last) {
  const Window* const focused = with_focus(windows);
  if (last.window == 0) return focused;
  if (const Window* const same = with_id(windows, last.window)) return same;
  const auto is_of_process = [&](const Window& each) {
    return last.pid > 0 && each.pid == last.pid && each.on_screen;
  };
  if (focused != nullptr && is_of_process(*focused)) return focused;
  if (const Window* const other = first(windows, is_of_process)) return other;
  throw Error(
      "FOCUS_REFUSED",
      "window " + std::to_string(last.window) +
          ", which keys are for since the last act, is closed, and its program shows no "
          "other",
      "Name the window that they are for, or an element of it; look first at what happened.",
      {{"reason", "closed"},
       {"window", static_cast<std::int64_t>(last.window)},
       {"typed", std::int64_t{0}}});
}

std::vector<const Window*> with_owners(const std::vector<Window>& windows, const Window& window) {
  std::vector<const Window*> result{&window};
  for (const Window* each = &window; each->transient_for != 0 && result.size() < kMaxDialogs;) {
    each = with_id(windows, each->transient_for);
    if (each == nullptr || std::find(result.begin(), result.end(), each) != result.end()) break;
    result.push_back(each);
  }
  if ((!window.pop_up && !window.owner_unknown) || window.pid <= 0) return result;
  for (const Window& each : windows)
    if (each.pid == window.pid && &each != &window) result.push_back(&each);
  return result;
}

std::vector<const Window*> act_targets(const std::vector<Window>& windows,
                                       const ActRecord& record) {
  std::vector<const Window*> result;
  const auto add = [&](const Window* window) {
    if (window != nullptr) result.push_back(window);
  };
  const Window* const named = record.window != 0 ? with_id(windows, record.window) : nullptr;
  add(named);
  if (record.window == 0 && record.place) add(at(windows, *record.place));
  if (record.to) add(at(windows, on_desktop(*record.to, named)));
  if (record.keys) {
    const Window* const focused = with_focus(windows);
    const bool reached =
        focused != nullptr && focused != named &&
        (record.window == 0 || (named != nullptr && shares_keys(windows, *focused, *named)));
    if (reached) add(focused);
  }
  if (record.window == 0 && record.pid > 0)
    for (const Window& each : windows)
      if (each.pid == record.pid) add(&each);
  return result;
}

}  // namespace native
