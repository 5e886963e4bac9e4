#pragma once

#include <cstdint>
#include <vector>

#include "native/x11/connection/connection.hpp"
#include "native/x11/input/key_symbols.hpp"
#include "native/x11/input/keymap.hpp"

namespace native::x11 {

// The state of the keyboard that programs see (XKB).
struct KeyboardState {
  std::uint8_t held_modifiers = 0;    // by keys that are down
  std::uint8_t locked_modifiers = 0;  // Caps Lock, Num Lock
  std::uint8_t group = 0;             // the layout in effect
  std::uint8_t locked_group = 0;
  bool shifted_group = false;  // a key that is down or was pressed changes the layout
};

// The keyboard through which XTEST types. Bound to one connection, which must outlive it.
class Keyboard {
 public:
  // Throws "UNSUPPORTED" on a server without XTEST or XKB.
  explicit Keyboard(Connection& connection);

  // Returns the keymap of the XTEST keyboard; reads it again after a change.
  const Keymap& keymap();
  void forget_keymap() { known_ = false; }
  // Returns whether somebody else has changed the keymap since it was last read or bound to.
  bool keymap_changed();
  // Returns the keys without a symbol, which may be bound to any.
  const std::vector<xcb_keycode_t>& spare_keys();

  KeyboardState state();

  // Locks exactly these modifiers, and a layout.
  void lock(std::uint8_t modifiers, std::uint8_t group);
  void key(xcb_keycode_t key, bool down);
  void button(std::uint8_t button, bool down);
  void move(int x, int y);
  // Puts symbols on keys, in the keymaps of the XTEST keyboard and of the one that programs see.
  // Returns false, with nothing done, when somebody else has changed the keymap.
  bool bind(const std::vector<KeyBinding>& bindings);
  // Removes all symbols from keys, also those that somebody else has put there.
  void unbind(const std::vector<xcb_keycode_t>& keys);
  // Returns a window that is never shown.
  xcb_window_t hidden_window();

  Connection& connection() { return connection_; }

 private:
  void read();
  void put(const std::vector<KeyBinding>& bindings);

  Connection& connection_;
  std::uint16_t device_;  // the XTEST keyboard
  xcb_window_t hidden_window_ = XCB_WINDOW_NONE;
  bool known_ = false;
  Keymap keymap_;
  std::vector<xcb_keycode_t> spare_;
  std::uint64_t fingerprint_ = 0;  // of the keymap, with what is bound
};

}  // namespace native::x11
