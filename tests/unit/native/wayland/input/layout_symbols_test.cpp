#include "native/wayland/input/layout_symbols.hpp"

#include <gtest/gtest.h>

namespace native::wayland {
namespace {

// A keyboard of three keys. `symbols`: one line for each, its layouts in brackets.
std::string keymap_of(const std::string& first, const std::string& second,
                      const std::string& third) {
  return "xkb_keymap {\n"
         "xkb_keycodes { minimum = 8; maximum = 255; <K1> = 10; <K2> = 11; <K3> = 12; };\n"
         "xkb_types { virtual_modifiers LevelThree;\n"
         "  type \"FOUR\" { modifiers = Shift+LevelThree; map[Shift] = Level2;\n"
         "    map[LevelThree] = Level3; map[Shift+LevelThree] = Level4;\n"
         "    level_name[Level1] = \"1\"; level_name[Level2] = \"2\";\n"
         "    level_name[Level3] = \"3\"; level_name[Level4] = \"4\"; }; };\n"
         "xkb_compatibility { };\n"
         "xkb_symbols {\n"
         "  key.type = \"FOUR\";\n"
         "  key <K1> { " +
         first + " };\n  key <K2> { " + second + " };\n  key <K3> { " + third + " };\n};\n};\n";
}

TEST(LayoutSymbols, AreThoseOfTheFirstThreeLevels) {
  const LayoutSymbols symbols(
      keymap_of("[ e, E, EuroSign, cent ]", "[ adiaeresis, Adiaeresis ]", "[ Return ]"));
  EXPECT_EQ(symbols.find('e'), 'e');
  EXPECT_EQ(symbols.find('E'), 'E');
  EXPECT_EQ(symbols.find(0xE4), 0xE4U);
  EXPECT_EQ(symbols.find(0xFF0D), 0xFF0DU);
  EXPECT_EQ(symbols.find(0xA2), std::nullopt) << "no compositor presses both";
  EXPECT_EQ(symbols.find('x'), std::nullopt);
}

TEST(LayoutSymbols, KnowACharacterByAnotherName) {
  const LayoutSymbols symbols(keymap_of("[ EuroSign ]", "[ Cyrillic_a ]", "[ dead_acute ]"));
  EXPECT_EQ(symbols.find(0x010020AC), 0x20ACU);
  EXPECT_EQ(symbols.find(0x01000430), 0x6C1U);
  EXPECT_EQ(symbols.find(0xB4), std::nullopt) << "a dead key types nothing by itself";
}

TEST(LayoutSymbols, OfSeveralLayoutsAreThoseOfAll) {
  const LayoutSymbols symbols(
      keymap_of("[ y, Y ], [ z, Z ]", "[ z, Z ], [ y, Y ]", "[ a ], [ Cyrillic_a ]"));
  EXPECT_EQ(symbols.find('y'), 'y');
  EXPECT_EQ(symbols.find('Z'), 'Z');
  EXPECT_EQ(symbols.find('a'), std::nullopt) << "another layout may be in effect";
}

TEST(LayoutSymbols, OfWhatIsNoKeymapThereAreNone) {
  for (const char* text : {"", "no keymap", "xkb_keymap {", "xkb_keymap { };"}) {
    const LayoutSymbols symbols{std::string(text)};
    EXPECT_TRUE(symbols.empty()) << text;
    EXPECT_EQ(symbols.find('a'), std::nullopt);
  }
}

}  // namespace
}  // namespace native::wayland
