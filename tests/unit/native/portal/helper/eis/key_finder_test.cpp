#include "native/portal/helper/eis/key_finder.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/portal/helper/eis/keyboard.hpp"

namespace native::portal {
namespace {

using namespace keyboard;

constexpr FoundKey plain(std::uint32_t code) { return {code, false, false}; }
constexpr FoundKey shifted(std::uint32_t code) { return {code, true, false}; }
constexpr FoundKey with_alt_gr(std::uint32_t code) { return {code, false, true}; }

KeyFinder finder(std::uint32_t layout, std::uint32_t locked = 0) {
  KeyFinder finder(kKeymap);
  finder.set_state(locked, layout);
  return finder;
}

TEST(KeyFinder, FindsTheKeysOfTheLayoutInEffect) {
  const KeyFinder english = finder(kEnglish);
  EXPECT_EQ(english.find('y'), plain(kY));
  EXPECT_EQ(english.find('Z'), shifted(kZ));
  EXPECT_EQ(english.find('['), plain(kBracket));
  EXPECT_EQ(english.find(0xFC), std::nullopt) << "only the other layout has it";
  const KeyFinder german = finder(kGerman);
  EXPECT_EQ(german.find('y'), plain(kZ));
  EXPECT_EQ(german.find('Z'), shifted(kY));
  EXPECT_EQ(german.find(0xFC), plain(kBracket));
  EXPECT_EQ(german.find('['), std::nullopt);
}

TEST(KeyFinder, FindsFourLevels) {
  const KeyFinder german = finder(kGerman);
  EXPECT_EQ(german.find('Q'), shifted(kQ));
  EXPECT_EQ(german.find('@'), with_alt_gr(kQ));
  EXPECT_EQ(german.find(0x7D9), (FoundKey{kQ, true, true}));
}

TEST(KeyFinder, KnowsACharacterByAnotherName) {
  const KeyFinder german = finder(kGerman);
  EXPECT_EQ(german.find(0x010003A9), (FoundKey{kQ, true, true})) << "U+03A9, Greek_OMEGA";
  EXPECT_EQ(german.find(0x010000FC), plain(kBracket)) << "U+00FC, udiaeresis";
}

TEST(KeyFinder, TypesLettersRightUnderCapsLock) {
  const KeyFinder english = finder(kEnglish, kLock);
  EXPECT_EQ(english.find('y'), shifted(kY));
  EXPECT_EQ(english.find('Y'), plain(kY));
  EXPECT_EQ(english.find('['), plain(kBracket));
}

TEST(KeyFinder, FindsModifiersAsPlainKeys) {
  const KeyFinder english = finder(kEnglish);
  EXPECT_EQ(english.find(kControlSymbol), plain(kControl));
  EXPECT_EQ(english.find(kRightShiftSymbol), plain(kRightShift));
  EXPECT_EQ(english.key_of(LevelModifier::kShift), kShift);
  EXPECT_EQ(english.key_of(LevelModifier::kAltGr), kAltGr);
  EXPECT_TRUE(english.acts_as(kRightShift, LevelModifier::kShift));
  EXPECT_FALSE(english.acts_as(kControl, LevelModifier::kShift));
  EXPECT_FALSE(english.acts_as(kQ, LevelModifier::kShift));
}

TEST(KeyFinder, OfWhatIsNoKeymapHasNoKeys) {
  const std::string too_long(KeyFinder::kMaxKeymap + 1, ' ');
  for (const std::string& text :
       {std::string(), std::string("xkb_keymap {"), kKeymap.substr(0, 500), kKeymap + too_long}) {
    KeyFinder none(text);
    none.set_state(kLock, 3);
    EXPECT_EQ(none.find('q'), std::nullopt);
    EXPECT_EQ(none.key_of(LevelModifier::kShift), std::nullopt);
    EXPECT_FALSE(none.acts_as(kShift, LevelModifier::kShift));
  }
}

TEST(KeyFinder, TakesALayoutThatThereIsNot) { EXPECT_TRUE(finder(1000).find('q')); }

}  // namespace
}  // namespace native::portal
