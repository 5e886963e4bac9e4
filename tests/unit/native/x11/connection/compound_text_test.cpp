#include "native/x11/connection/text_encodings.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace native::x11 {
namespace {

struct Case {
  std::string_view bytes, text;
};

// As Xlib of X.Org encodes the texts (Xutf8TextListToTextProperty in a UTF-8 locale).
constexpr Case kFromXlib[] = {
    {"plain", "plain"},
    {"caf\xE9", "café"},
    {"\x1b$(B4A;z", "漢字"},
    {"a\x1b$(B4A\x1b(Bz", "a漢z"},
    {"\x1b-L\xbf\xe0\xd8\xd2\xd5\xe2", "Привет"},
    {"\x1b-F\xc5\xeb\xeb\xe7\xed\xe9\xea\xdc", "Ελληνικά"},
    {"\x1b$(BF|K\\8l%+%J", "日本語カナ"},
    {"\x1b)I\xb6\xc5", "ｶﾅ"},
    {"\x1b$(CGQ19>n", "한국어"},
    {"\x1b$(A<r\x1b$(BBN;z", "简体字"},
    {"\x1b$(BHKqs;z\x1b%G\xe9\xbe\x98\x1b%@", "繁體字龘"},
    {"Ti\x1b%G\xe1\xba\xbf\x1b%@ng Vi\x1b%G\xe1\xbb\x87\x1b%@t", "Tiếng Việt"},
    {"\x1b%G\xf0\x9f\x98\x80\x1b%@ a", "😀 a"},
    {"\x1b-B\xa3\x1b-A\xf3"
     "d\x1b-B\xbc\xa9\x1b-b\xa4",
     "ŁódźŠ€"},
    {"\x1b-_\xaf\x1b-A\xdf\xa5\x1b(J~", "Ÿß¥‾"},
    {"\x1b%G\xe2\x82\xab\x1b%@ \x1b$(B!D\x1b(B \x1b%G\xe2\x80\x93\x1b%@ \x1b-Y\xb4x\xa1 "
     "\x1b$(C\"b",
     "₫ … – “x” ™"},
    {"\x1b$(BgJ_T\x1b%G\xf0\xa0\x80\x80\x1b%@", "臺灣𠀀"},
};

TEST(CompoundText, IsDecodedWhole) {
  for (const Case& each : kFromXlib) EXPECT_EQ(from_compound_text(each.bytes), each.text);
}

TEST(CompoundText, KnowsTheSetsThatOlderProgramsUse) {
  EXPECT_EQ(from_compound_text("\x1b$)B\xb4\xc1\xbb\xfa"), "漢字") << "in the right half";
  EXPECT_EQ(from_compound_text("\x1b$B4A\x1b(Bz"), "漢z") << "without the bracket";
  EXPECT_EQ(from_compound_text("\x1b$(G!!\x1b$(H!!"), "　乂") << "CNS 11643, planes 1 and 2";
  EXPECT_EQ(from_compound_text("\x1b$(D0!"), "丂") << "JIS X 0212";
  EXPECT_EQ(from_compound_text("\x1b-T\xa1"), "ก");
  EXPECT_EQ(from_compound_text("\x9b\x32\x5d\x1b-H\xe0\x9b\x5d!"), "א!") << "from right to left";
}

TEST(CompoundText, ReadsExtendedSegments) {
  EXPECT_EQ(from_compound_text("<\x1b%/1\x80\x88koi8-r\x02\xC1>"), "<а>");
  EXPECT_EQ(from_compound_text("<\x1b%/2\x80\x89"
                               "BIG5-0\x02\xA4\xA4>"),
            "<中>");
  EXPECT_EQ(from_compound_text("<\x1b%/1\x80\x89../../x\x02y>"), "<\xEF\xBF\xBD>")
      << "an encoding that a window made up";
}

TEST(CompoundText, MarksWhatIsNotThere) {
  EXPECT_EQ(from_compound_text("a\x1b%G\xE6"), "a\xEF\xBF\xBD");
  EXPECT_EQ(from_compound_text("\x1b"), "");
  EXPECT_EQ(from_compound_text("\x1b$(Zabcd\x1b(Bz"), "\xEF\xBF\xBD\xEF\xBF\xBDz") << "no such set";
  EXPECT_EQ(from_compound_text("\x1b$(B4A;"), "漢\xEF\xBF\xBD") << "half a character";
  EXPECT_EQ(from_compound_text("\x1b$(B)!)z\x1b(Bz"), "\xEF\xBF\xBD\xEF\xBF\xBDz") << "unassigned";
  EXPECT_EQ(from_compound_text("a\nb\x85"), "a b ");
  EXPECT_EQ(from_compound_text("\x1b%/1\xff\xff"), "\xEF\xBF\xBD");
  EXPECT_EQ(from_compound_text("\x1b%/1"), "\xEF\xBF\xBD");
  EXPECT_TRUE(is_lossy(from_compound_text("\x1b$(Zab")));
  EXPECT_FALSE(is_lossy(from_compound_text("\x1b$(B4A")));
}

// Whatever a window says: clean UTF-8, no control character, and no more than the input allows.
TEST(CompoundText, StaysWithinBoundsForAnyBytes) {
  constexpr std::string_view kPieces[] = {"\x1b",
                                          "$(",
                                          "$)",
                                          "-",
                                          "(",
                                          ")",
                                          "%G",
                                          "%@",
                                          "%/1",
                                          "%/",
                                          "B",
                                          "C",
                                          "D",
                                          "A",
                                          "G",
                                          "H",
                                          "J",
                                          "I",
                                          "\x80\x88",
                                          "koi8-r",
                                          "\x02",
                                          "\xA4",
                                          "\xFF",
                                          "!",
                                          "4A",
                                          "\x9b",
                                          "2]",
                                          "O",
                                          "P",
                                          "$",
                                          "\xE6\xBC\xA2",
                                          std::string_view("\0", 1)};
  std::mt19937 random(20);
  for (int run = 0; run < 3000; ++run) {
    std::string bytes;
    for (auto left = random() % 60; left > 0; --left) {
      const auto choice = random() % (std::size(kPieces) + 4);
      if (choice < std::size(kPieces))
        bytes += kPieces[choice];
      else
        bytes += static_cast<char>(random());
    }
    const std::string text = from_compound_text(bytes);
    EXPECT_EQ(clean_utf8(text), text) << testing::PrintToString(bytes);
    EXPECT_LE(text.size(), 9 * bytes.size() + 3) << testing::PrintToString(bytes);
  }
  EXPECT_EQ(from_compound_text(std::string(1 << 20, 'x')).size(), 65536U);
}

}  // namespace
}  // namespace native::x11
