#include "native/desktop/utf8.hpp"

#include <gtest/gtest.h>

namespace {

using native::replace_invalid_utf8;

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

}  // namespace
