#include "native/text/pii/pii_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace native {
namespace {

TEST(PiiText, HasOneFormOfDashesBlanksAndQuotes) {
  const PiiText text = exact_text("a\u2014b\u00a0c\u200bd \u201cx\u201d \uff11\uff20 é");
  EXPECT_EQ(text.text, "a-b cd \"x\" 1@ é");
  EXPECT_TRUE(text.exact);
  EXPECT_EQ(text.source(0), 0U);
  EXPECT_EQ(text.source(1), 1U);
  EXPECT_EQ(text.source(2), 4U) << "the dash has three bytes";
  EXPECT_EQ(exact_text("plain").source(3), 3U);
}

RC_GTEST_PROP(PiiTextProperty, MapsEveryByteBack, (const std::string& given)) {
  const PiiText text = exact_text(given);
  RC_ASSERT(text.source(text.text.size()) == given.size());
  for (std::size_t at = 1; at <= text.text.size(); ++at)
    RC_ASSERT(text.source(at - 1) <= text.source(at));
}

TEST(PiiText, KnowsTheWordsOfReadText) {
  const std::vector<Word> words = {
      {{}, 95, 1, "one"}, {{}, 40, 1, "two"}, {{}, 95, 2, "three"}, {{}, 95, 2, "\u200b"}};
  const PiiText text = read_text(words);
  EXPECT_EQ(text.text, "one two\nthree ");
  EXPECT_FALSE(text.exact);
  EXPECT_EQ(text.words_in(0, 3), (std::vector<std::size_t>{0}));
  EXPECT_EQ(text.words_in(2, 9), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(text.surely_read(0, 3));
  EXPECT_FALSE(text.surely_read(0, 5));
  EXPECT_TRUE(text.surely_read(8, 13));
  EXPECT_EQ(joined_words(words).text.substr(0, 13), "one two\nthree");
}

TEST(PiiText, JoinsPartsOfAWord) {
  const Word left{{0, 0, 40, 10}, 95, 1, "55512"};
  Word right{{41, 0, 40, 10}, 95, 1, "34567"};
  EXPECT_EQ(read_text({left, right}).text, "5551234567");
  right.bounds.x = 46;
  EXPECT_EQ(read_text({left, right}).text, "55512 34567");
  right.line = 2;
  EXPECT_EQ(read_text({left, right}).text, "55512\n34567");
}

TEST(PiiText, HasLines) {
  using Lines = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(lines_of(exact_text("ab\n\nc")), (Lines{{0, 2}, {3, 3}, {4, 5}}));
  EXPECT_EQ(lines_of(exact_text("")), (Lines{{0, 0}}));
}

}  // namespace
}  // namespace native
