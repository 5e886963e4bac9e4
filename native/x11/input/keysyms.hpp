#pragma once

#include <xcb/xproto.h>

namespace native::x11 {

// Keysyms (X11 protocol, appendix A) of keys that type no character of their own.
constexpr xcb_keysym_t kTabSymbol = 0xFF09;
constexpr xcb_keysym_t kReturnSymbol = 0xFF0D;
constexpr xcb_keysym_t kShiftSymbol = 0xFFE1;
constexpr xcb_keysym_t kControlSymbol = 0xFFE3;
constexpr xcb_keysym_t kAltSymbol = 0xFFE9;
constexpr xcb_keysym_t kSuperSymbol = 0xFFEB;
constexpr xcb_keysym_t kLevelThreeSymbol = 0xFE03;

// Returns the keysym that types a character; Return and Tab for '\n' and '\t'.
xcb_keysym_t symbol_of(char32_t character);
// Returns the character that a keysym types by itself; 0 for other keys, such as dead ones and
// those of the keypad. Knows the keysyms of old character sets where libxkbcommon is installed.
char32_t character_of(xcb_keysym_t symbol);

}  // namespace native::x11
