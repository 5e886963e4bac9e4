#pragma once

#include <cstdint>
#include <string>

// A keyboard of a few keys with two layouts, as compositors describe theirs.
namespace native::portal::keyboard {

// Codes of linux/input-event-codes.h.
constexpr std::uint32_t kQ = 16, kY = 21, kBracket = 26, kControl = 29, kShift = 42, kZ = 44,
                        kRightShift = 54, kCapsLock = 58, kAltGr = 84;
constexpr std::uint32_t kEnglish = 0, kGerman = 1;  // its layouts
// Keysyms.
constexpr std::uint32_t kShiftSymbol = 0xFFE1, kRightShiftSymbol = 0xFFE2, kControlSymbol = 0xFFE3;
// Masks of modifiers.
constexpr std::uint32_t kLock = 2;

inline const std::string kKeymap = R"(xkb_keymap {
xkb_keycodes {
  minimum = 8; maximum = 255;
  <Q> = 24; <Y> = 29; <BRACKET> = 34; <CONTROL> = 37; <SHIFT> = 50; <Z> = 52; <RSHIFT> = 62;
  <CAPS> = 66; <LEVEL3> = 92;
};
xkb_types {
  virtual_modifiers LevelThree;
  type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "1"; };
  type "ALPHABETIC" { modifiers = Shift+Lock; map[Shift] = Level2; map[Lock] = Level2;
    level_name[Level1] = "1"; level_name[Level2] = "2"; };
  type "FOUR_LEVEL" { modifiers = Shift+LevelThree; map[Shift] = Level2;
    map[LevelThree] = Level3; map[Shift+LevelThree] = Level4;
    level_name[Level1] = "1"; level_name[Level2] = "2"; level_name[Level3] = "3";
    level_name[Level4] = "4"; };
};
xkb_compatibility {
  virtual_modifiers LevelThree;
  interpret ISO_Level3_Shift { virtualModifier = LevelThree; useModMapMods = level1;
    action = SetMods(modifiers = LevelThree); };
  interpret Caps_Lock { action = LockMods(modifiers = Lock); };
  interpret Any + AnyOf(all) { action = SetMods(modifiers = modMapMods); };
};
xkb_symbols {
  key <Q> { type = "FOUR_LEVEL", [ q, Q, q, Q ], [ q, Q, at, Greek_OMEGA ] };
  key <Y> { type = "ALPHABETIC", [ y, Y ], [ z, Z ] };
  key <Z> { type = "ALPHABETIC", [ z, Z ], [ y, Y ] };
  key <BRACKET> { type[1] = "FOUR_LEVEL", type[2] = "ALPHABETIC",
    [ bracketleft, braceleft, bracketleft, braceleft ], [ udiaeresis, Udiaeresis ] };
  key <CONTROL> { [ Control_L ] };
  key <SHIFT> { [ Shift_L ] };
  key <RSHIFT> { [ Shift_R ] };
  key <CAPS> { [ Caps_Lock ] };
  key <LEVEL3> { [ ISO_Level3_Shift ] };
  modifier_map Shift { <SHIFT>, <RSHIFT> };
  modifier_map Lock { <CAPS> };
  modifier_map Control { <CONTROL> };
  modifier_map Mod5 { <LEVEL3> };
};
};
)";

}  // namespace native::portal::keyboard
