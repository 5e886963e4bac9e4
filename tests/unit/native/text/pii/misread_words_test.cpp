#include "native/text/pii/misread_words.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "native/text/pii/pii_text.hpp"

namespace native {
namespace {

TEST(MisreadWords, LeavesOutStrokesBeforeSevens) {
  const auto text_of = [](const std::string& word, int confidence) {
    return read_text({Word{{}, confidence, 1, word}}).text;
  };
  EXPECT_EQ(text_of("6011-6800-9023-156/7", 60), "6011-6800-9023-1567");
  EXPECT_EQ(text_of("6011165/758364868", 46), "6011165758364868");
  EXPECT_EQ(text_of("6011-6800-156/7", 95), "6011-6800-156/7");
  EXPECT_EQ(text_of("6011-6800-9023-156/8", 60), "6011-6800-9023-156/8");
  EXPECT_EQ(text_of("2024/7/12", 60), "2024/7/12");
}

TEST(MisreadWords, TakesSignsInNumbersForZeros) {
  const auto read = [](const std::string& word) { return read_text({{{}, 90, 1, word}}).text; };
  EXPECT_EQ(read("@-5119"), "0-5119");
  EXPECT_EQ(read("851-7\u00A9-5119"), "851-70-5119");
  EXPECT_EQ(read("\u00A715-70-9255"), "515-70-9255");
  for (const char* other : {"@media", "ann@12.de", "@@", "\u00A9", "@12", "@1@2@3"})
    EXPECT_EQ(read(other), other);
}

TEST(MisreadWords, TakesASignBehindABrokenNumberForAZero) {
  const auto text_of = [](const std::string& end, int width, const std::string& next) {
    return read_text({{{0, 0, width, 10}, 95, 1, end},
                      {{0, 14, 8, 10}, 80, 2, "\u00A9"},
                      {{16, 14, 32, 10}, 95, 2, next}})
        .text;
  };
  EXPECT_EQ(text_of("229", 80, "7699"), "229\n0 7699");
  EXPECT_EQ(text_of("229", 20, "7699"), "229\n\u00A9 7699") << "the line is not broken";
  EXPECT_EQ(text_of("again", 80, "2024"), "again\n\u00A9 2024");
  EXPECT_EQ(text_of("229", 80, "Acme"), "229\n\u00A9 Acme");
}

TEST(MisreadWords, MayBeBrokenWhereTheNextLineIsNoLonger) {
  const auto broken = [](const Rect& upper, const Rect& lower) {
    return ends_at_edge({{upper, 95, 1, "41111111111"}, {lower, 95, 2, "11111"}}, 0);
  };
  EXPECT_TRUE(broken({0, 0, 110, 10}, {0, 14, 50, 10}));
  EXPECT_TRUE(broken({0, 0, 110, 10}, {30, 14, 50, 10})) << "both are centred";
  EXPECT_FALSE(broken({0, 0, 110, 10}, {45, 14, 50, 10}));
  EXPECT_FALSE(broken({0, 0, 110, 10}, {0, 14, 150, 10})) << "the next is longer";
  EXPECT_FALSE(broken({0, 0, 110, 10}, {-20, 14, 150, 10}));
}

// Returns a line without known mistakes of the reading.
std::string corrected(const std::string& line, int confidence) {
  std::vector<Word> words;
  std::istringstream parts(line);
  for (std::string part; parts >> part;) words.push_back({{}, confidence, 1, part});
  return read_text(words).text;
}

TEST(MisreadWords, HaveSevensWhereDoubtfulLongNumbersHaveStrokes) {
  EXPECT_EQ(corrected("3402772/6928333", 60), "340277276928333");
  EXPECT_EQ(corrected("ES14031/72980787835327049", 43), "ES1403172980787835327049");
  EXPECT_EQ(corrected("ES21/2264694651669/918171", 37), "ES21722646946516697918171");
  EXPECT_EQ(corrected("3402772/6928333", 95), "3402772/6928333");
  EXPECT_EQ(corrected("12/31/2024", 60), "12/31/2024");
}

TEST(MisreadWords, HaveSevensInFormsOfPersonalNumbersHoweverSure) {
  EXPECT_EQ(corrected("6011 0313 9988 6/703 is", 94), "6011 0313 9988 6703 is");
  EXPECT_EQ(corrected("790-13-61/6,", 96), "790-13-6176,");
  EXPECT_EQ(corrected("529-67-/7251", 60), "529-67-7251");
  EXPECT_EQ(corrected("FR1238520 /84382646180 /29404", 96), "FR1238520 784382646180 729404");
  for (const char* other : {"2024 1/20 ok", "9988 6/703 is", "790-13/61", "page /2940", "page 1/2",
                            "24/7", "10.0.0.0/24", "5 /home"})
    EXPECT_EQ(corrected(other, 96), other);
}

TEST(MisreadWords, LeaveOutTheEdgeOfASelection) {
  EXPECT_EQ(corrected("158-04-815]f", 18), "158-04-8151");
  EXPECT_EQ(corrected("158-04-8151f", 60), "158-04-8151f");
  EXPECT_EQ(corrected("0x158f", 18), "0x158f");
}

TEST(MisreadWords, HaveLettersWhereDoubtfulOnesHaveSignsOfCurrencies) {
  EXPECT_EQ(corrected("farid.hu¥", 55), "farid.huY");
  EXPECT_EQ(corrected("farid.hu¥", 95), "farid.hu¥");
  EXPECT_EQ(corrected("¥120", 55), "¥120");
}

}  // namespace
}  // namespace native
