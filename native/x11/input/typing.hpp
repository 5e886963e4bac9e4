#pragma once

#include <chrono>
#include <string>

#include "native/desktop/input.hpp"
#include "native/x11/input/keyboard.hpp"

namespace native::x11 {

// See Input.
void type_text(Keyboard& keyboard, const std::string& text, const Act& act);
void press_key(Keyboard& keyboard, const Hotkey& key, int count, const Act& act);
void hold_key(Keyboard& keyboard, const Hotkey& key, std::chrono::milliseconds time,
              const Act& act);

}  // namespace native::x11
