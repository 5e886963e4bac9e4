#pragma once

#include <cstdint>
#include <vector>

#include "native/x11/input/keyboard.hpp"

namespace native::x11 {

// What one act holds down or has changed on the keyboard. The destructor puts all of it back. What
// there may be to put back is written on the root window, so that the next act mends what a process
// that was killed left behind.
class HeldInput {
 public:
  // Mends first. Acts of all processes must take turns.
  explicit HeldInput(Keyboard& keyboard);
  ~HeldInput();
  HeldInput(const HeldInput&) = delete;
  HeldInput& operator=(const HeldInput&) = delete;

  void press_key(xcb_keycode_t key);
  void release_key(xcb_keycode_t key);
  void press_button(std::uint8_t button);
  void release_button(std::uint8_t button);
  // Locks exactly these modifiers and a layout, until the next call or unlock().
  void lock(std::uint8_t modifiers, std::uint8_t group);
  void unlock();
  // See Keyboard::bind().
  bool bind(const std::vector<KeyBinding>& bindings);
  // Leaves a key to somebody else, who has given it symbols meanwhile.
  void leave(xcb_keycode_t key);
  // Puts back everything but what is bound.
  void release();
  void unbind();
  bool binds() const { return !bound_.empty(); }
  // Sets what unlock() returns to: the state before the portion.
  void note(const KeyboardState& state);

 private:
  void record();

  Keyboard& keyboard_;
  std::vector<xcb_keycode_t> keys_;
  std::vector<std::uint8_t> buttons_;
  std::vector<xcb_keycode_t> bound_;
  KeyboardState before_;
  bool locked_ = false;
};

// Puts back what a killed process left on this display. Returns whether there was anything.
bool mend_input(Keyboard& keyboard);

}  // namespace native::x11
