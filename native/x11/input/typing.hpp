#pragma once

#include <string>

#include "native/desktop/input.hpp"
#include "native/x11/input/keyboard.hpp"

namespace native::x11 {

// See Input::type() and Input::press().
void type_text(Keyboard& keyboard, const std::string& text, const Act& act);
void press_key(Keyboard& keyboard, const Hotkey& key, int count, const Act& act);

}  // namespace native::x11
