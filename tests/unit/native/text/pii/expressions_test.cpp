#include "native/text/pii/expressions.hpp"

#include <gtest/gtest.h>

#include <string>

namespace native {
namespace {

// Returns what a group matched, each between brackets.
std::string shown(const char* expression, std::string_view text, std::size_t group) {
  std::string all;
  for (const ExpressionMatch& match : matches_of(RE2(expression), text))
    all.append("[").append(text.substr(match[group].begin, match[group].size())).append("]");
  return all;
}

TEST(Expressions, MatchOneAfterTheOther) {
  EXPECT_EQ(shown("(?:^| )(\\d+)(?: |$)", "12 34 x 56", 1), "[12][34][56]");
  EXPECT_EQ(shown("a+", "aa b a", 0), "[aa][a]");
  EXPECT_EQ(shown("\\d", "none", 0), "");
  EXPECT_EQ(shown("\\d", "", 0), "");
}

TEST(Expressions, KnowGroupsThatTookNoPart) {
  const std::string text = "b";
  const auto found = matches_of(RE2("(a)|(b)"), text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0][1].empty());
  EXPECT_EQ(found[0][2].size(), 1U);
}

TEST(Expressions, EndAfterEmptyMatches) { EXPECT_EQ(shown("x*", "axb", 0), "[][x][]"); }

TEST(Expressions, IgnoreGroupsBeyondTheThird) {
  EXPECT_EQ(shown("(a)(b)(c)(d)", "abcd", 3), "[c]");
}

}  // namespace
}  // namespace native
