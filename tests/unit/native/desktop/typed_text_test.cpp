#include "native/desktop/typed_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

using Characters = std::vector<char32_t>;

std::string refusal(const std::string& text) {
  try {
    typed_characters(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    EXPECT_FALSE(error.hint.empty());
    return error.message;
  }
  return {};
}

TEST(TypedText, DecodesEveryLengthOfUtf8) {
  EXPECT_EQ(typed_characters("aß漢😀"), (Characters{'a', 0xDF, 0x6F22, 0x1F600}));
  EXPECT_TRUE(typed_characters("").empty());
}

TEST(TypedText, MakesOneLineEndOfEachKind) {
  EXPECT_EQ(typed_characters("a\nb\r\nc\rd\t"),
            (Characters{'a', '\n', 'b', '\n', 'c', '\n', 'd', '\t'}));
}

TEST(TypedText, RefusesControlCharactersAndSaysWhere) {
  EXPECT_EQ(refusal("ab\x1b"), "control character U+001B at byte 3 of the text cannot be typed");
  for (const char* text : {"\x7f", "\xc2\x80", "\xef\xbf\xbf", "\x01"})
    EXPECT_NE(refusal(text), "") << text;
  EXPECT_NE(refusal(std::string(1, '\0')), "");
}

TEST(TypedText, RefusesWhatIsNotUtf8) {
  for (const char* text :
       {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe0\x80\x80",
        "\xe2\x82"
        "a"})
    EXPECT_NE(refusal(text).find("not UTF-8 at byte 1"), std::string::npos) << text;
}

TEST(TypedText, RefusesMoreThanAMebibyte) {
  EXPECT_EQ(typed_characters(std::string(kMaxTypedBytes, 'a')).size(), kMaxTypedBytes);
  EXPECT_NE(refusal(std::string(kMaxTypedBytes + 1, 'a')), "");
}

}  // namespace
}  // namespace native
