#include "native/text/reading_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace native {
namespace {

Word word(int line, int x, int y, const std::string& text, int confidence = 90) {
  return {{x, y, 8 * static_cast<int>(text.size()), 12}, confidence, line, text};
}

TEST(ReadingOrder, SortsLinesDownAndWordsAcross) {
  std::vector<Word> words{word(1, 60, 100, "down"), word(1, 10, 101, "further"),
                          word(2, 70, 10, "line"), word(2, 10, 12, "first")};
  put_in_reading_order(words);
  EXPECT_EQ(join_words(words), "first line\nfurther down");
  EXPECT_EQ(words[0].line, 1);
  EXPECT_EQ(words[3].line, 2);
}

TEST(ReadingOrder, JoinsClosePiecesOfARowAndKeepsColumnsApart) {
  std::vector<Word> words{word(1, 400, 52, "right"), word(2, 10, 50, "left"),
                          word(3, 50, 51, "half"), word(4, 10, 70, "below")};
  put_in_reading_order(words);
  EXPECT_EQ(join_words(words), "left half\nright\nbelow");
}

TEST(ReadingOrder, DoesNotDependOnTheOrderOfArrival) {
  std::vector<Word> words;
  for (int line = 0; line < 12; ++line)
    for (int i = 0; i < 5; ++i)
      words.push_back(word(line, 10 + 60 * i, 20 * line, std::to_string(10 * line + i)));
  std::vector<Word> sorted = words;
  put_in_reading_order(sorted);
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(words.begin(), words.end(), random);
    std::vector<Word> again = words;
    put_in_reading_order(again);
    ASSERT_EQ(join_words(again), join_words(sorted));
  }
}

}  // namespace
}  // namespace native
