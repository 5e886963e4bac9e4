#include "native/wayland/input/keymap.hpp"

#include <linux/input-event-codes.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

namespace native::wayland {
namespace {

// Keys that a US keyboard does not have, by their names in XKB's rules "evdev". Chromium drops what
// keys type that it does not know, so these are ones that keyboards have.
struct SpareKey {
  const char* name;
  std::uint32_t key;
};
constexpr std::array<SpareKey, 20> kSpareKeys = {{
    {"FK13", KEY_F13},      {"FK14", KEY_F14},      {"FK15", KEY_F15},
    {"FK16", KEY_F16},      {"FK17", KEY_F17},      {"FK18", KEY_F18},
    {"FK19", KEY_F19},      {"FK20", KEY_F20},      {"FK21", KEY_F21},
    {"FK22", KEY_F22},      {"FK23", KEY_F23},      {"FK24", KEY_F24},
    {"LSGT", KEY_102ND},    {"AB11", KEY_RO},       {"AE13", KEY_YEN},
    {"HENK", KEY_HENKAN},   {"MUHE", KEY_MUHENKAN}, {"HKTG", KEY_KATAKANAHIRAGANA},
    {"KATA", KEY_KATAKANA}, {"HIRA", KEY_HIRAGANA},
}};

// A row of keys, by what they type without and with Shift.
struct Row {
  std::uint32_t first;  // the code of its first key
  std::string_view plain, shifted;
};
constexpr std::array<Row, 5> kRows = {{
    {KEY_1, "1234567890-=", "!@#$%^&*()_+"},
    {KEY_Q, "qwertyuiop[]", "QWERTYUIOP{}"},
    {KEY_A, "asdfghjkl;'`", "ASDFGHJKL:\"~"},
    {KEY_BACKSLASH, "\\zxcvbnm,./", "|ZXCVBNM<>?"},
    {KEY_SPACE, " ", " "},
}};

// Keys that type no character of their own, by their keysyms.
constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 33> kNamed = {{
    {0xFF08, KEY_BACKSPACE}, {0xFF09, KEY_TAB},       {0xFF0D, KEY_ENTER},    {0xFF1B, KEY_ESC},
    {0xFF50, KEY_HOME},      {0xFF51, KEY_LEFT},      {0xFF52, KEY_UP},       {0xFF53, KEY_RIGHT},
    {0xFF54, KEY_DOWN},      {0xFF55, KEY_PAGEUP},    {0xFF56, KEY_PAGEDOWN}, {0xFF57, KEY_END},
    {0xFF61, KEY_SYSRQ},     {0xFF63, KEY_INSERT},    {0xFF67, KEY_COMPOSE},  {0xFF13, KEY_PAUSE},
    {0xFFFF, KEY_DELETE},    {0xFFE1, KEY_LEFTSHIFT}, {0xFFE3, KEY_LEFTCTRL}, {0xFFE9, KEY_LEFTALT},
    {0xFFEB, KEY_LEFTMETA},  {0xFFBE, KEY_F1},        {0xFFBF, KEY_F2},       {0xFFC0, KEY_F3},
    {0xFFC1, KEY_F4},        {0xFFC2, KEY_F5},        {0xFFC3, KEY_F6},       {0xFFC4, KEY_F7},
    {0xFFC5, KEY_F8},        {0xFFC6, KEY_F9},        {0xFFC7, KEY_F10},      {0xFFC8, KEY_F11},
    {0xFFC9, KEY_F12},
}};

std::optional<Stroke> usual_key(std::uint32_t symbol) {
  for (const auto& [named, key] : kNamed)
    if (named == symbol) return Stroke{key, false};
  if (symbol < 0x20 || symbol > 0x7E) return std::nullopt;
  const char letter = static_cast<char>(symbol);
  for (const Row& row : kRows) {
    if (const std::size_t at = row.plain.find(letter); at != std::string_view::npos)
      return Stroke{row.first + static_cast<std::uint32_t>(at), false};
    if (const std::size_t at = row.shifted.find(letter); at != std::string_view::npos)
      return Stroke{row.first + static_cast<std::uint32_t>(at), true};
  }
  return std::nullopt;
}

std::string hex(std::uint32_t symbol) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", symbol);
  return text;
}

}  // namespace

std::uint32_t symbol_of(char32_t character) {
  constexpr std::uint32_t kUnicode = 0x01000000;
  if (character == U'\n') return 0xFF0D;
  if (character == U'\t') return 0xFF09;
  const auto value = static_cast<std::uint32_t>(character);
  const bool latin = (value >= 0x20 && value <= 0x7E) || (value >= 0xA0 && value <= 0xFF);
  return latin ? value : kUnicode + value;
}

std::optional<Stroke> Keymap::find(std::uint32_t symbol) const {
  if (const auto usual = usual_key(symbol)) return usual;
  const auto found = std::find(given_.begin(), given_.end(), symbol);
  if (found == given_.end()) return std::nullopt;
  const auto place = static_cast<std::size_t>(found - given_.begin());
  return Stroke{kSpareKeys[place / 2].key, place % 2 == 1};
}

std::size_t Keymap::give(const std::vector<std::uint32_t>& symbols) {
  constexpr std::size_t kRoom = kSpareKeys.size() * 2;
  const auto missing = [&] {
    return static_cast<std::size_t>(std::count_if(symbols.begin(), symbols.end(),
                                                  [&](std::uint32_t each) { return !find(each); }));
  };
  if (given_.size() + missing() > kRoom) given_.clear();
  std::size_t count = 0;
  for (const std::uint32_t symbol : symbols) {
    if (!find(symbol)) {
      if (given_.size() >= kRoom) break;
      given_.push_back(symbol);
    }
    ++count;
  }
  return count;
}

std::string Keymap::text() const {
  std::string keys;
  for (std::size_t i = 0; i < given_.size(); i += 2) {
    const std::string plain = hex(given_[i]);
    const std::string shifted = i + 1 < given_.size() ? hex(given_[i + 1]) : plain;
    keys += "replace key <" + std::string(kSpareKeys[i / 2].name) +
            "> { type[group1] = \"TWO_LEVEL\", symbols[group1] = [ " + plain + ", " + shifted +
            " ] };\n";
  }
  return "xkb_keymap {\n"
         "xkb_keycodes { include \"evdev+aliases(qwerty)\" };\n"
         "xkb_types { include \"complete\" };\n"
         "xkb_compatibility { include \"complete\" };\n"
         "xkb_symbols { include \"pc+us+inet(evdev)\"\n" +
         keys + "};\n};\n";
}

Modifiers modifiers_of(std::uint32_t modifiers) {
  Modifiers result;
  const auto add = [&](std::uint32_t modifier, std::uint32_t key, std::uint32_t bit) {
    if ((modifiers & modifier) == 0) return;
    result.keys.push_back(key);
    result.bits |= bit;
  };
  add(Hotkey::kSuper, KEY_LEFTMETA, kSuperBit);
  add(Hotkey::kControl, KEY_LEFTCTRL, kControlBit);
  add(Hotkey::kAlt, KEY_LEFTALT, kAltBit);
  add(Hotkey::kShift, KEY_LEFTSHIFT, kShiftBit);
  return result;
}

}  // namespace native::wayland
