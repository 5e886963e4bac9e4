#include "native/desktop/person_watch.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(StopKeys, AreParsed) {
  const std::uint32_t all = Hotkey::kControl | Hotkey::kAlt | Hotkey::kShift;
  EXPECT_EQ(stop_keys("Ctrl+Alt+Shift+Escape"), (Hotkey{all, 0xFF1B}));
  EXPECT_EQ(stop_keys("super+F12"), (Hotkey{Hotkey::kSuper, 0xFFC9}));
  EXPECT_EQ(stop_keys("ctrl+Q"), (Hotkey{Hotkey::kControl, 'q'}));
}

TEST(StopKeys, NeedAModifierAndAKnownKey) {
  for (const char* text : {"", "Escape", "Ctrl+", "Ctrl+Alt", "Crtl+Q", "Ctrl+F25", "Ctrl+F1x",
                           "Ctrl++", "+Q", "Ctrl+ß"})
    EXPECT_FALSE(stop_keys(text)) << text;
  EXPECT_FALSE(stop_keys(std::string(10'000, '+')));
}

}  // namespace
}  // namespace native
