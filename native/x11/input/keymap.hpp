#pragma once

#include <xcb/xcb.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// How one key types one symbol.
struct Stroke {
  xcb_keycode_t key = 0;
  std::uint8_t group = 0;      // the layout that has to be locked
  bool every_group = false;    // types it in every layout
  std::uint8_t modifiers = 0;  // Shift, Mod3 and Mod5 alone
  std::uint8_t mask = 0;       // the modifiers that make a difference to this key
};

// The symbols on the keys of one keyboard (XKB).
class Keymap {
 public:
  // Reads the keymap of a device; the XTEST keyboard has one of its own. Throws BadReply.
  static Keymap read(Connection& connection, std::uint16_t device);
  // Returns what fingerprint() of the keymap would be that the device has now.
  static std::uint64_t read_fingerprint(Connection& connection, std::uint16_t device);

  // Return the stroke for a character or a symbol, the best one while layout `group` is locked.
  std::optional<Stroke> find_character(char32_t character, int group) const;
  std::optional<Stroke> find_symbol(xcb_keysym_t symbol, int group) const;
  // Returns the key that holds these modifiers down and has this symbol; 0 when there is none.
  xcb_keycode_t modifier_key(xcb_keysym_t symbol, std::uint8_t modifiers) const;
  // Returns the symbols on a key, of all layouts and levels.
  std::vector<xcb_keysym_t> symbols_on(xcb_keycode_t key) const;
  // Returns a number that differs from that of any other keymap.
  std::uint64_t fingerprint() const { return fingerprint_; }
  // Returns whether no symbol is on the key and it is no modifier.
  bool is_spare(xcb_keycode_t key) const;

 private:
  friend class KeymapReader;

  std::uint64_t fingerprint_ = 0;
  std::multimap<char32_t, Stroke> characters_;
  std::multimap<xcb_keysym_t, Stroke> symbols_;
  std::array<bool, 256> used_{};
  std::array<std::uint8_t, 256> modifiers_{};  // that each key holds down
};

}  // namespace native::x11
