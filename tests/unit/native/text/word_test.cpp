#include "native/text/word.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

Word word(int line, const std::string& text, int confidence) {
  return {{}, confidence, line, text};
}

TEST(JoinWords, LeavesOutUncertainWords) {
  EXPECT_EQ(join_words({}), "");
  const std::vector<Word> words{word(1, "sure", 90), word(1, "guess", 20), word(2, "next", 60)};
  EXPECT_EQ(join_words(words, 50), "sure\nnext");
  EXPECT_EQ(join_words(words), "sure guess\nnext");
  EXPECT_EQ(join_words(words, 100), "");
}

}  // namespace
}  // namespace native
