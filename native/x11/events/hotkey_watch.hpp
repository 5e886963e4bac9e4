#pragma once

#include <array>
#include <deque>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Grabs keys on the root window, for every state of the Lock keys.
class HotkeyWatch {
 public:
  explicit HotkeyWatch(Connection& connection) : connection_(connection) {}

  // Grabs new hotkeys and ungrabs those no longer wanted. Adds those that cannot be grabbed to
  // `refused`: "UNSUPPORTED", reason "taken" (another program has grabbed it) or "no key" (no key
  // has the symbol).
  void want(const std::vector<Hotkey>& hotkeys, std::vector<Event::Refusal>& refused);
  void take(const xcb_generic_event_t& event);
  bool marked() const { return !pressed_.empty() || (remapped_ && !grabs_.empty()); }
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  struct Grab {
    Hotkey hotkey;
    xcb_keycode_t key = 0;  // 0: none
    std::uint16_t modifiers = 0;
  };
  void learn_keyboard();
  std::uint16_t to_mask(std::uint32_t modifiers) const;
  xcb_keycode_t key_of(std::uint32_t symbol) const;
  bool grab(const Grab& grab);
  void release(const Grab& grab);
  std::array<std::uint16_t, 4> lock_states() const;

  Connection& connection_;
  std::vector<Grab> grabs_;
  std::vector<xcb_keysym_t> symbols_;  // of all keys, several per key
  int symbols_per_key_ = 0;
  std::uint16_t lock_ = XCB_MOD_MASK_LOCK;
  std::uint16_t number_lock_ = 0;
  std::uint16_t alt_ = XCB_MOD_MASK_1;
  std::uint16_t super_ = XCB_MOD_MASK_4;
  bool remapped_ = true;
  std::deque<Hotkey> pressed_;
  xcb_keycode_t released_key_ = 0;  // autorepeat releases and presses a key at the same time
  xcb_timestamp_t released_at_ = 0;
};

}  // namespace native::x11
