#include "native/text/pii/look_alikes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

#include "native/text/pii/pii_text.hpp"

namespace native {
namespace {

TEST(LookAlikes, AreDigitsWhereDigitsMustBe) {
  const std::string_view read = "OoDQlIi|!ZzASsGbTBgq";
  const std::string_view digits = "00001111122455667899";
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(digit_like(read[i]), digits[i]) << read[i];
  for (const char c : {'x', 'K', '-', ' ', '\xc3'}) EXPECT_EQ(digit_like(c), '\0') << c;
}

TEST(LookAlikes, AreLettersWhereLettersMustBe) {
  const std::string_view read = "01|!]24568ax";
  const std::string_view letters = "OIIIJZASGBAX";
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(letter_like(read[i]), letters[i]) << read[i];
  for (const char c : {'3', '7', '-', ' ', '\xc3'}) EXPECT_EQ(letter_like(c), '\0') << c;
}

TEST(LookAlikes, HaveOneLook) {
  for (const std::string_view same : {"0Oo", "1lI|!i", "2Zz", "5Ss", "8Bb", "9gqG"})
    for (const char c : same) EXPECT_EQ(look_of(c), look_of(same.front())) << c;
  EXPECT_NE(look_of('a'), look_of('o'));
  EXPECT_NE(look_of('7'), look_of('1'));
}

RC_GTEST_PROP(LookAlikesProperty, LeaveWhatIsKnown, (char c)) {
  if (is_digit(c)) RC_ASSERT(digit_like(c) == c);
  if (is_letter(c)) RC_ASSERT(letter_like(c) == to_upper(c));
  RC_ASSERT(digit_like(c) == '\0' || is_digit(digit_like(c)));
  RC_ASSERT(letter_like(c) == '\0' || is_upper(letter_like(c)));
  RC_ASSERT(look_of(look_of(c)) == look_of(c));
  if (is_letter(c)) RC_ASSERT(look_of(to_upper(c)) == look_of(to_lower(c)));
}

}  // namespace
}  // namespace native
