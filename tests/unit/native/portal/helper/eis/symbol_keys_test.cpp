#include "native/portal/helper/eis/symbol_keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/native/portal/helper/eis/keyboard.hpp"

namespace native::portal {
namespace {

using namespace keyboard;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr KeyChange down(std::uint32_t code) { return {code, true}; }
constexpr KeyChange up(std::uint32_t code) { return {code, false}; }

SymbolKeys keys(std::uint32_t layout = kGerman) {
  SymbolKeys keys{KeyFinder(kKeymap)};
  keys.finder().set_state(0, layout);
  return keys;
}

TEST(SymbolKeys, PressTheModifiersThatASymbolNeeds) {
  SymbolKeys german = keys();
  EXPECT_THAT(german.press('q'), Optional(ElementsAre(down(kQ))));
  EXPECT_THAT(german.release('q'), ElementsAre(up(kQ)));
  EXPECT_THAT(german.press('Q'), Optional(ElementsAre(down(kShift), down(kQ))));
  EXPECT_THAT(german.release('Q'), ElementsAre(up(kQ), up(kShift)));
  EXPECT_THAT(german.press(0x7D9), Optional(ElementsAre(down(kShift), down(kAltGr), down(kQ))));
  EXPECT_TRUE(german.any_is_down());
  EXPECT_THAT(german.release(0x7D9), ElementsAre(up(kQ), up(kShift), up(kAltGr)));
  EXPECT_FALSE(german.any_is_down());
}

TEST(SymbolKeys, PressNothingForWhatTheLayoutLacks) {
  SymbolKeys english = keys(kEnglish);
  EXPECT_EQ(english.press(0xFC), std::nullopt);
  EXPECT_FALSE(english.any_is_down());
  EXPECT_THAT(english.release(0xFC), IsEmpty());
}

TEST(SymbolKeys, DoNotPressTwiceWhatIsHeld) {
  SymbolKeys german = keys();
  EXPECT_THAT(german.press(kShiftSymbol), Optional(ElementsAre(down(kShift))));
  EXPECT_THAT(german.press('Q'), Optional(ElementsAre(down(kQ))));
  EXPECT_THAT(german.press('Q'), Optional(IsEmpty()));
  EXPECT_THAT(german.release('Q'), ElementsAre(up(kQ)));
  EXPECT_THAT(german.release('Q'), IsEmpty());
  EXPECT_THAT(german.release(kShiftSymbol), ElementsAre(up(kShift)));
  EXPECT_THAT(german.press(kRightShiftSymbol), Optional(ElementsAre(down(kRightShift))));
  EXPECT_THAT(german.press('Z'), Optional(ElementsAre(down(kY)))) << "the other Shift does as well";
}

TEST(SymbolKeys, KeepAHeldModifierForASymbolThatNeedsNone) {
  SymbolKeys german = keys();
  german.press(kControlSymbol);
  german.press(kShiftSymbol);
  EXPECT_THAT(german.press('q'), Optional(ElementsAre(down(kQ)))) << "Ctrl+Shift+Q";
  EXPECT_THAT(german.release('q'), ElementsAre(up(kQ)));
  EXPECT_THAT(german.release(kShiftSymbol), ElementsAre(up(kShift)));
  EXPECT_THAT(german.release(kControlSymbol), ElementsAre(up(kControl)));
}

TEST(SymbolKeys, LetGoOfAnAddedModifierForTheNextSymbol) {
  SymbolKeys german = keys();
  german.press('Q');
  EXPECT_THAT(german.press('y'), Optional(ElementsAre(up(kShift), down(kZ))));
  EXPECT_THAT(german.release('Q'), ElementsAre(up(kQ)));
  EXPECT_THAT(german.release('y'), ElementsAre(up(kZ)));
}

TEST(SymbolKeys, KeepAKeyThatAnotherSymbolHolds) {
  SymbolKeys german = keys();
  german.press('Q');
  EXPECT_THAT(german.press(kShiftSymbol), Optional(ElementsAre(up(kShift), down(kShift))));
  EXPECT_THAT(german.release('Q'), ElementsAre(up(kQ)));
  german.press('q');
  EXPECT_THAT(german.press('@'), Optional(ElementsAre(down(kAltGr))));
  EXPECT_THAT(german.release('q'), IsEmpty());
  EXPECT_THAT(german.release('@'), ElementsAre(up(kQ), up(kAltGr)));
}

TEST(SymbolKeys, LetGoByTheKeyThatWasPressed) {
  SymbolKeys changing = keys(kGerman);
  EXPECT_THAT(changing.press('y'), Optional(ElementsAre(down(kZ))));
  changing.finder().set_state(0, kEnglish);
  EXPECT_THAT(changing.release('y'), ElementsAre(up(kZ)));
  EXPECT_THAT(changing.press('y'), Optional(ElementsAre(down(kY))));
}

}  // namespace
}  // namespace native::portal
