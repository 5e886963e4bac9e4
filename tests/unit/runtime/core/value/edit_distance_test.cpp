#include "runtime/core/value/edit_distance.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(EditDistance, CountsCharacters) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("abc", "abd"), 1u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2u);
  EXPECT_EQ(edit_distance("äöü", "äöu"), 1u);
  EXPECT_EQ(edit_distance("\xFF", "a"), 1u);
}

TEST(EditDistance, NearestName) {
  EXPECT_EQ(nearest_name("windw", {"window", "winds", "screen"}), "window");
  EXPECT_EQ(nearest_name("lst", {"list", "last"}), "last");
  EXPECT_EQ(nearest_name("x", {"y"}), "");
  EXPECT_EQ(nearest_name("", {"a"}), "");
  EXPECT_EQ(nearest_name("ab", {"cd"}, 2), "cd");
  EXPECT_EQ(nearest_name("same", {"same"}, 0), "same");
  EXPECT_EQ(nearest_name(std::string(1000, 'a'), {"b"}), "");
}

TEST(EditDistance, DidYouMean) {
  EXPECT_EQ(did_you_mean("formt", {"format"}), "did you mean 'format'?");
  EXPECT_EQ(did_you_mean("other", {"format"}), "");
}

}  // namespace
}  // namespace runtime
