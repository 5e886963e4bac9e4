#pragma once

#include "native/desktop/input.hpp"
#include "native/x11/events/screen_changes.hpp"
#include "native/x11/input/keyboard.hpp"

namespace native::x11 {

// See Input. Each checks under a server grab that the place belongs to the act's window.
void move_pointer(Keyboard& keyboard, const Point& to, const Act& act);
void click_pointer(Keyboard& keyboard, const Click& click, const Act& act);
void scroll_pointer(Keyboard& keyboard, const Scroll& scroll, const Act& act);
// `changes` may be null where the server does not report painting.
void drag_pointer(Keyboard& keyboard, ScreenChanges* changes, const Drag& drag, const Act& act);
// Presses a button and leaves it down.
void press_pointer(Keyboard& keyboard, Button button, const Point& place, const Act& act);
// Moves to a place, and releases there a button that is down.
void release_pointer(Keyboard& keyboard, Button button, const Point& place, const Act& act);
Point find_pointer(Connection& connection);

}  // namespace native::x11
