#include "native/desktop/utf8.hpp"

#include <gtest/gtest.h>

namespace {

using native::clean_utf8;
using native::is_utf8;
using native::replace_invalid_utf8;
using native::valid_utf8_length;

TEST(Utf8, KeepsWhatIsValid) {
  const std::string text("a\n\t\0\x7F ü 漢 😀", 17);
  EXPECT_EQ(replace_invalid_utf8(text), text);
  EXPECT_EQ(replace_invalid_utf8(""), "");
}

TEST(Utf8, ReplacesEachInvalidPart) {
  EXPECT_EQ(replace_invalid_utf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(replace_invalid_utf8("\xF0\x9F\x98"), "\uFFFD") << "cut short";
  EXPECT_EQ(replace_invalid_utf8("\xC0\x80"), "\uFFFD\uFFFD") << "too long a form";
  EXPECT_EQ(replace_invalid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
}

TEST(Utf8, TellsHowMuchIsValid) {
  EXPECT_EQ(valid_utf8_length(""), 0U);
  EXPECT_EQ(valid_utf8_length("plain text of more than eight bytes"), 35U);
  EXPECT_EQ(valid_utf8_length("Grüße, 漢字 😀"), std::string("Grüße, 漢字 😀").size());
  // An invalid byte at each place around the steps of eight bytes.
  for (std::size_t at = 0; at < 20; ++at) {
    std::string text(20, 'x');
    text[at] = '\xFF';
    EXPECT_EQ(valid_utf8_length(text), at);
    EXPECT_FALSE(is_utf8(text));
    EXPECT_EQ(replace_invalid_utf8(text),
              text.substr(0, at) + "\xEF\xBF\xBD" + text.substr(at + 1));
  }
  EXPECT_EQ(valid_utf8_length("abc\xE6\xBC"), 3U) << "cut short";
  EXPECT_EQ(clean_utf8("a\xFF\tb\x7F"), "a\xEF\xBF\xBD b ");
}

TEST(Utf8, CleaningKeepsWhatIsGood) { EXPECT_EQ(clean_utf8("Zoë 漢字 😀"), "Zoë 漢字 😀"); }

TEST(Utf8, CleaningReplacesEachWrongPart) {
  EXPECT_EQ(clean_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(clean_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong";
  EXPECT_EQ(clean_utf8("\xED\xA0\x80!"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!") << "surrogate";
  EXPECT_EQ(clean_utf8("\xF0\x9F\x98"), "\xEF\xBF\xBD") << "cut short";
  EXPECT_EQ(clean_utf8("\xE2\x82x"), "\xEF\xBF\xBDx");
}

TEST(Utf8, CleaningTurnsControlsIntoBlanks) {
  EXPECT_EQ(clean_utf8(std::string_view("a\0b\nc\x1b", 6)), "a b c ");
}

}  // namespace
