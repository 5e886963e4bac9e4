#include "native/text/pii/id_form.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

PiiText read_word(const std::string& text) { return read_text({Word{{}, 95, 1, text}}); }

// Returns the id, or "" when the text has another form.
std::string id_of(const PiiText& text, std::string_view form) {
  const auto match = match_form(text, 0, form);
  return match ? match->id : "";
}

TEST(IdForm, TakesDigitsLettersAndMarks) {
  EXPECT_EQ(id_of(exact_text("AB12 34-Z"), "AA99 99?X"), "AB1234Z");
  EXPECT_EQ(id_of(exact_text("AB1234Z"), "AA99 99?X"), "AB1234Z") << "blanks and dashes may miss";
  EXPECT_EQ(id_of(exact_text("123.456"), "999.999"), "123456");
  EXPECT_EQ(id_of(exact_text("123456"), "999.999"), "") << "marks may not";
  EXPECT_EQ(id_of(exact_text("1B1234Z"), "AA99 99?X"), "");
  EXPECT_EQ(id_of(exact_text("AB12C4Z"), "AA99 99?X"), "");
}

TEST(IdForm, EndsWhereTheTextDoes) {
  const PiiText text = exact_text("x 12345, and");
  const auto match = match_form(text, 2, "99999");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->end, 7U);
  for (const char* longer : {"123456", "12345a", "12345_"})
    EXPECT_FALSE(match_form(exact_text(longer), 0, "99999")) << longer;
}

TEST(IdForm, TakesLookAlikesInReadTextAlone) {
  const auto match = match_form(read_word("AB12S4O7890"), 0, "AA999999999");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->id, "AB125407890");
  EXPECT_EQ(match->look_alikes, 2U);
  EXPECT_EQ(id_of(exact_text("AB12S4O7890"), "AA999999999"), "");
  EXPECT_EQ(id_of(read_word("ABlZSOO7890"), "AA999999999"), "") << "too many are none";
  EXPECT_EQ(id_of(read_word("123,456"), "999.999"), "123456");
}

TEST(IdForm, CountsWhatIsAmbiguous) {
  const auto match = match_form(read_word("OK1"), 0, "XX9");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->ambiguous, 1U) << "K is no digit";
  EXPECT_EQ(match_form(exact_text("OK1"), 0, "XX9")->ambiguous, 0U);
}

TEST(IdForm, TakesStrayBlanksInLongIdsOfReadText) {
  const PiiText split = read_text({{{}, 95, 1, "AB12"}, {{}, 95, 1, "3456789"}});
  const auto match = match_form(split, 0, "AA999999999");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->stray_blanks, 1U);
  EXPECT_EQ(id_of(exact_text("AB12 3456789"), "AA999999999"), "");
  EXPECT_EQ(id_of(read_text({{{}, 95, 1, "123"}, {{}, 95, 1, "45"}}), "99999"), "");
}

TEST(IdForm, BeginsOutsideOfWords) {
  const PiiText text = exact_text("a12 _3 |4 -5");
  EXPECT_TRUE(may_begin_id(text, 0));
  EXPECT_FALSE(may_begin_id(text, 1));
  EXPECT_FALSE(may_begin_id(text, 5)) << "behind an underscore";
  EXPECT_FALSE(may_begin_id(text, 7));
  EXPECT_TRUE(may_begin_id(text, 11));
  EXPECT_FALSE(may_begin_id(text, 99));
  EXPECT_TRUE(may_begin_id(read_word("|4"), 0)) << "the stroke may be a one";
}

}  // namespace
}  // namespace native
