#include "native/fake/fake_input.hpp"

#include <algorithm>

#include "native/desktop/typed_text.hpp"
#include "native/fake/fake_desktop.hpp"

namespace native {
namespace {

void check(const Act& act) {
  if (act.check) act.check();
}

std::string to_utf8(const std::u32string& text) {
  std::string result;
  const auto tail = [&](char32_t value, int shift) {
    result += static_cast<char>(0x80 | ((value >> shift) & 0x3F));
  };
  for (const char32_t value : text) {
    if (value < 0x80) {
      result += static_cast<char>(value);
    } else if (value < 0x800) {
      result += static_cast<char>(0xC0 | value >> 6);
      tail(value, 0);
    } else if (value < 0x10000) {
      result += static_cast<char>(0xE0 | value >> 12);
      tail(value, 6);
      tail(value, 0);
    } else {
      result += static_cast<char>(0xF0 | value >> 18);
      tail(value, 12);
      tail(value, 6);
      tail(value, 0);
    }
  }
  return result;
}

bool holds(const Rect& area, const Point& place) {
  return place.x >= area.x && place.y >= area.y && place.x < area.x + area.width &&
         place.y < area.y + area.height;
}

NamedWindow named(const Window* window) {
  return window == nullptr ? NamedWindow() : NamedWindow{window->id, window->app_class};
}

template <class Value>
Value found_in(const std::map<std::uint64_t, Value>& all, std::uint64_t window) {
  const auto found = all.find(window);
  return found == all.end() ? Value() : found->second;
}

// Returns whether what reaches `window` is for the act: itself, its dialogs, or its process's.
bool is_for(const Window& wanted, const Window& window, const Act& act) {
  return window.id == wanted.id || window.transient_for == wanted.id ||
         (act.whole_process && window.pid == wanted.pid);
}

}  // namespace

// Returns the window that gets keys now.
std::uint64_t FakeInput::receiver(const Act& act, std::int64_t typed) const {
  const std::lock_guard lock(desktop_.mutex_);
  const Window* active = nullptr;
  for (const auto& entry : desktop_.windows_)
    if (entry.window.active) active = &entry.window;
  if (act.window == 0) return active != nullptr ? active->id : 0;
  const auto* wanted = desktop_.find(act.window);
  if (wanted == nullptr) FakeDesktop::throw_gone(act.window);
  if (active != nullptr && is_for(wanted->window, *active, act)) return active->id;
  throw focus_refused(named(&wanted->window), named(active), typed);
}

Point FakeInput::resolve(const Point& place, const Act& act) const {
  Point result{place.x, place.y};
  if (place.in_window) {
    const auto* window = desktop_.find(act.window);
    if (window == nullptr) FakeDesktop::throw_gone(act.window);
    result.x += window->window.bounds.x;
    result.y += window->window.bounds.y;
  }
  std::vector<Rect> areas;
  for (const Display& display : desktop_.displays_) areas.push_back(display.bounds);
  check_on_display(result.x, result.y, areas);
  return result;
}

// Moves the pointer and returns the window below it, 0 for none.
std::uint64_t FakeInput::go_to(const Point& place, const Act& act) {
  check(act);
  const std::lock_guard lock(desktop_.mutex_);
  const Point to = resolve(place, act);
  const Window* below = nullptr;
  for (const auto& entry : desktop_.windows_)
    if (below == nullptr && entry.window.on_screen && holds(entry.window.frame, to))
      below = &entry.window;
  if (act.window != 0) {
    const auto* wanted = desktop_.find(act.window);
    if (wanted == nullptr) FakeDesktop::throw_gone(act.window);
    if (below == nullptr || !is_for(wanted->window, *below, act))
      throw window_covered(named(&wanted->window), named(below), to.x, to.y);
  }
  pointer_ = to;
  return below != nullptr ? below->id : 0;
}

void FakeInput::button(const char* what, int number, std::uint64_t window) {
  const std::lock_guard lock(desktop_.mutex_);
  const auto* target = desktop_.find(window);
  if (target == nullptr) return;
  const Rect& bounds = target->window.bounds;
  buttons_[window].push_back(std::string(what) + " " + std::to_string(number) + " " +
                             std::to_string(pointer_.x - bounds.x) + "," +
                             std::to_string(pointer_.y - bounds.y));
}

void FakeInput::move(const Point& to, const Act& act) {
  desktop_.enter("input", "move", act.deadline);
  check(act);
  const std::lock_guard lock(desktop_.mutex_);
  pointer_ = resolve(to, act);
}

void FakeInput::click(const Click& click, const Act& act) {
  check_click(click);
  desktop_.enter("input", "click", act.deadline);
  const std::uint64_t window = go_to(click.place, act);
  for (int i = 0; i < click.count; ++i) {
    button("press", static_cast<int>(click.button), window);
    button("release", static_cast<int>(click.button), window);
  }
}

void FakeInput::drag(const Drag& drag, const Act& act) {
  check_drag(drag);
  desktop_.enter("input", "drag", act.deadline);
  {
    const std::lock_guard lock(desktop_.mutex_);
    resolve(drag.to, act);
  }
  const std::uint64_t window = go_to(drag.from, act);
  button("press", static_cast<int>(drag.button), window);
  {
    const std::lock_guard lock(desktop_.mutex_);
    pointer_ = resolve(drag.to, act);
  }
  button("release", static_cast<int>(drag.button), window);
  check(act);
}

void FakeInput::scroll(const Scroll& scroll, const Act& act) {
  check_scroll(scroll);
  desktop_.enter("input", "scroll", act.deadline);
  const std::uint64_t window = go_to(scroll.place, act);
  const auto turn = [&](int count, int back, int forth) {
    for (int i = 0; i < std::abs(count); ++i) {
      check(act);
      button("press", count < 0 ? back : forth, window);
      button("release", count < 0 ? back : forth, window);
    }
  };
  turn(scroll.down, 4, 5);
  turn(scroll.right, 6, 7);
}

void FakeInput::type(const std::string& text, const Act& act) {
  const std::vector<char32_t> characters = typed_characters(text);
  desktop_.enter("input", "type", act.deadline);
  std::int64_t typed = 0;
  if (characters.empty()) receiver(act, typed);
  for (const char32_t character : characters) {
    check_keys(act, typed);
    const std::uint64_t window = receiver(act, typed);
    const std::lock_guard lock(desktop_.mutex_);
    typed_[window] += character;
    ++typed;
  }
}

void FakeInput::press(const Hotkey& key, int count, const Act& act) {
  check_press(key, count);
  desktop_.enter("input", "press", act.deadline);
  for (int i = 0; i < count; ++i) {
    check_keys(act, i);
    const std::uint64_t window = receiver(act, i);
    const std::lock_guard lock(desktop_.mutex_);
    pressed_[window].push_back(key);
  }
}

Point FakeInput::pointer(Deadline deadline) {
  desktop_.enter("input", "pointer", deadline);
  const std::lock_guard lock(desktop_.mutex_);
  return pointer_;
}

void FakeInput::hold(const Hotkey& key, std::chrono::milliseconds time, const Act& act) {
  check_hold(key, time);
  press(key, 1, act);
}

void FakeInput::press_button(Button pressed, const Point& place, const Act& act) {
  check_button(pressed);
  desktop_.enter("input", "press button", act.deadline);
  held_window_ = go_to(place, act);
  held_button_ = static_cast<int>(pressed);
  button("press", held_button_, held_window_);
}

void FakeInput::release_button(Button released, const Point& place, const Act& act) {
  check_button(released);
  desktop_.enter("input", "release button", act.deadline);
  check(act);
  if (held_button_ != static_cast<int>(released)) throw button_is_up();
  {
    const std::lock_guard lock(desktop_.mutex_);
    pointer_ = resolve(place, act);
  }
  button("release", held_button_, held_window_);
  held_button_ = 0;
}

void FakeInput::release_all(Deadline deadline) {
  desktop_.enter("input", "release all", deadline);
  if (held_button_ != 0) button("release", held_button_, held_window_);
  held_button_ = 0;
}

std::string FakeInput::typed(std::uint64_t window) const {
  const std::lock_guard lock(desktop_.mutex_);
  return to_utf8(found_in(typed_, window));
}

std::vector<std::string> FakeInput::buttons(std::uint64_t window) const {
  const std::lock_guard lock(desktop_.mutex_);
  return found_in(buttons_, window);
}

std::vector<Hotkey> FakeInput::pressed(std::uint64_t window) const {
  const std::lock_guard lock(desktop_.mutex_);
  return found_in(pressed_, window);
}

}  // namespace native
