#include "native/x11/input/x11_input.hpp"

#include <utility>

#include "native/x11/events/screen_changes.hpp"
#include "native/x11/input/held_input.hpp"
#include "native/x11/input/keyboard.hpp"
#include "native/x11/input/pointing.hpp"
#include "native/x11/input/typing.hpp"

namespace native::x11 {

X11Input::X11Input(Run run) : run_(std::move(run)) {}
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

void X11Input::release_all(Deadline deadline) {
  with_keyboard(deadline, [](Keyboard& keyboard) { mend_input(keyboard); });
}

}  // namespace native::x11
