#include "native/text/pii/custom_patterns.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "native/desktop/error.hpp"

namespace native {
namespace {

using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(CustomPatterns, FindAllOfThem) {
  const CustomPatterns patterns({"Blue[a-z]+", "K-[0-9]{3}"});
  EXPECT_FALSE(patterns.empty());
  EXPECT_EQ(patterns.find("K-123 of Bluebird, K-456"), (Ranges{{0, 5}, {9, 17}, {19, 24}}));
  EXPECT_EQ(patterns.find("bluebird K-12"), Ranges()) << "the letter case counts";
  EXPECT_EQ(patterns.find(""), Ranges());
}

TEST(CustomPatterns, FindNothingEmpty) {
  EXPECT_EQ(CustomPatterns({"", "x*", "^"}).find("axxb"), (Ranges{{1, 3}}));
  EXPECT_TRUE(CustomPatterns({}).empty());
  EXPECT_EQ(CustomPatterns({}).find("text"), Ranges());
}

TEST(CustomPatterns, NameWhatIsRefused) {
  for (const char* each : {"(unclosed", "(?=ahead)", "(a)\\1"}) {
    try {
      const CustomPatterns patterns({"fine", each});
      FAIL() << each;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "INVALID_ARGUMENT");
      EXPECT_NE(error.message.find(each), std::string::npos) << error.message;
    }
  }
}

TEST(CustomPatterns, ManyAreFoundEvenWhereTheyTakeMuchMemory) {
  std::vector<std::string> expressions;
  for (int i = 0; i < 40; ++i)
    expressions.push_back("[a-z]{1,200}" + std::to_string(i) + "[a-z]{1,200}end");
  EXPECT_EQ(CustomPatterns(expressions).find("x7yend"), (Ranges{{0, 6}}));
}

TEST(CustomPatterns, KnowWhatMayGoOn) {
  const CustomPatterns patterns({"Bluebird"});
  EXPECT_TRUE(patterns.may_begin_at_end_of("the code is Blue"));
  EXPECT_FALSE(patterns.may_begin_at_end_of("the code is red"));
  EXPECT_TRUE(CustomPatterns({".*bird"}).may_begin_at_end_of("anything"));
  EXPECT_FALSE(CustomPatterns({}).may_begin_at_end_of("anything"));
}

// Wherever a match is broken, its first part may begin it.
RC_GTEST_PROP(CustomPatternsProperty, NeverDenyThatAMatchMayGoOn, ()) {
  const CustomPatterns patterns({"Blue[a-z]{4}", "K-[0-9]{6}", "(red|green) door"});
  const auto match = *rc::gen::elementOf(
      std::vector<std::string>{"Bluebird", "K-123456", "red door", "green door"});
  const auto cut = *rc::gen::inRange<std::size_t>(1, match.size());
  const auto before = *rc::gen::string<std::string>();
  RC_ASSERT(patterns.may_begin_at_end_of(before + match.substr(0, cut)));
}

}  // namespace
}  // namespace native
