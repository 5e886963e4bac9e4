#include "native/wayland/input/keymap.hpp"

#include <gtest/gtest.h>
#include <linux/input-event-codes.h>

#include <set>
#include <utility>

namespace native::wayland {
namespace {

TEST(Keymap, HasTheUsualKeys) {
  const Keymap keymap;
  EXPECT_EQ(keymap.find('a'), (Stroke{KEY_A, false}));
  EXPECT_EQ(keymap.find('A'), (Stroke{KEY_A, true}));
  EXPECT_EQ(keymap.find('~'), (Stroke{KEY_GRAVE, true}));
  EXPECT_EQ(keymap.find('\\'), (Stroke{KEY_BACKSLASH, false}));
  EXPECT_EQ(keymap.find('?'), (Stroke{KEY_SLASH, true}));
  EXPECT_EQ(keymap.find(symbol_of(U'\n')), (Stroke{KEY_ENTER, false}));
  EXPECT_EQ(keymap.find(0xFF1B), (Stroke{KEY_ESC, false}));
  EXPECT_EQ(keymap.find(symbol_of(U'ä')), std::nullopt);
  // Every key of ASCII is another one.
  std::set<std::pair<std::uint32_t, bool>> keys;
  for (std::uint32_t letter = 0x20; letter <= 0x7E; ++letter) {
    const auto stroke = keymap.find(letter);
    ASSERT_TRUE(stroke) << letter;
    EXPECT_TRUE(keys.emplace(stroke->key, stroke->shift).second) << letter;
  }
}

TEST(Keymap, GivesOthersAPlaceEach) {
  Keymap keymap;
  EXPECT_EQ(keymap.give({symbol_of(U'ä'), 'x', symbol_of(U'漢')}), 3U);
  EXPECT_NE(keymap.find(symbol_of(U'ä')), keymap.find(symbol_of(U'漢')));
  EXPECT_NE(keymap.text().find("0xe4, 0x1006f22"), std::string::npos) << keymap.text();
}

TEST(Keymap, TakesAsManyAsThereIsRoomFor) {
  Keymap keymap;
  std::vector<std::uint32_t> symbols;
  for (char32_t character = 0x4E00; character < 0x4E00 + 300; ++character)
    symbols.push_back(symbol_of(character));
  const std::size_t first = keymap.give(symbols);
  EXPECT_EQ(first, 40U);
  for (std::size_t i = 0; i < first; ++i) EXPECT_TRUE(keymap.find(symbols[i]));
  EXPECT_FALSE(keymap.find(symbols[first]));
  for (const char* name : {"<FK13>", "<HIRA>"})
    EXPECT_NE(keymap.text().find(name), std::string::npos) << name;
  // Those that come next take the places.
  EXPECT_EQ(keymap.give({symbols.begin() + 40, symbols.end()}), 40U);
  EXPECT_FALSE(keymap.find(symbols.front()));
}

TEST(Keymap, KnowsModifiers) {
  const Modifiers both = modifiers_of(Hotkey::kControl | Hotkey::kShift);
  EXPECT_EQ(both.bits, kControlBit | kShiftBit);
  EXPECT_EQ(both.keys, (std::vector<std::uint32_t>{KEY_LEFTCTRL, KEY_LEFTSHIFT}));
  EXPECT_TRUE(modifiers_of(0).keys.empty());
}

}  // namespace
}  // namespace native::wayland
