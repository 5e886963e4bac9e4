#include "native/x11/input/x11_input.hpp"

#include <utility>

#include "native/x11/events/screen_changes.hpp"
#include "native/x11/input/held_button.hpp"
#include "native/x11/input/held_input.hpp"
#include "native/x11/input/keyboard.hpp"
#include "native/x11/input/pointing.hpp"
#include "native/x11/input/typing.hpp"

namespace native::x11 {

X11Input::X11Input(Run run, Open open) : run_(std::move(run)), open_(std::move(open)) {}
X11Input::~X11Input() = default;

void X11Input::disconnect() {
  changes_.reset();
  keyboard_.reset();
}

void X11Input::with_keyboard(Deadline deadline, const std::function<void(Keyboard&)>& operation) {
  run_(deadline, [&](Connection& connection) {
    if (!keyboard_) keyboard_ = std::make_unique<Keyboard>(connection);
    operation(*keyboard_);
  });
}

void X11Input::move(const Point& to, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { move_pointer(keyboard, to, act); });
}

void X11Input::click(const Click& click, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { click_pointer(keyboard, click, act); });
}

void X11Input::drag(const Drag& drag, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) {
    const Extensions& extensions = keyboard.connection().extensions();
    if (!changes_ && extensions.damage && extensions.fixes)
      changes_ = std::make_unique<ScreenChanges>(keyboard.connection());
    drag_pointer(keyboard, changes_.get(), drag, act);
  });
}

void X11Input::scroll(const Scroll& scroll, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { scroll_pointer(keyboard, scroll, act); });
}

void X11Input::type(const std::string& text, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { type_text(keyboard, text, act); });
}

void X11Input::press(const Hotkey& key, int count, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { press_key(keyboard, key, count, act); });
}

Point X11Input::pointer(Deadline deadline) {
  Point result;
  run_(deadline, [&](Connection& connection) { result = find_pointer(connection); });
  return result;
}

void X11Input::hold(const Hotkey& key, std::chrono::milliseconds time, const Act& act) {
  with_keyboard(act.deadline, [&](Keyboard& keyboard) { hold_key(keyboard, key, time, act); });
}

void X11Input::press_button(Button button, const Point& place, const Act& act) {
  check_button(button);
  held_.reset();
  with_keyboard(act.deadline, [&](Keyboard& keyboard) {
    auto held = std::make_unique<HeldButton>(open_(act.deadline), button);
    press_pointer(keyboard, button, place, act);
    if (act.check) act.check();  // nobody would release it for a call that was cancelled
    held->watch(act.check_later);
    held_ = std::move(held);
  });
}

void X11Input::release_button(Button button, const Point& place, const Act& act) {
  check_button(button);
  with_keyboard(act.deadline, [&](Keyboard& keyboard) {
    if (held_button(keyboard.connection()) != static_cast<std::uint8_t>(button))
      throw button_is_up();
    release_pointer(keyboard, button, place, act);
    forget_button(keyboard.connection());
  });
  held_.reset();
}

void X11Input::release_all(Deadline deadline) {
  held_.reset();
  with_keyboard(deadline, [](Keyboard& keyboard) { mend_input(keyboard); });
}

}  // namespace native::x11
