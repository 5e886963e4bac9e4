#include "native/x11/connection/text.hpp"

#include <gtest/gtest.h>

namespace native::x11 {
namespace {

TEST(Text, KeepsGoodUtf8) { EXPECT_EQ(clean_utf8("Zoë 漢字 😀"), "Zoë 漢字 😀"); }

TEST(Text, ReplacesEachWrongPart) {
  EXPECT_EQ(clean_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(clean_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong";
  EXPECT_EQ(clean_utf8("\xED\xA0\x80!"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!") << "surrogate";
  EXPECT_EQ(clean_utf8("\xF0\x9F\x98"), "\xEF\xBF\xBD") << "cut short";
  EXPECT_EQ(clean_utf8("\xE2\x82x"), "\xEF\xBF\xBDx");
}

TEST(Text, TurnsControlsIntoBlanks) {
  EXPECT_EQ(clean_utf8(std::string_view("a\0b\nc\x1b", 6)), "a b c ");
}

TEST(Text, DecodesLatin1) {
  EXPECT_EQ(from_latin1("Stra\xDF"
                        "e \xE9"),
            "Straße é");
}

}  // namespace
}  // namespace native::x11
