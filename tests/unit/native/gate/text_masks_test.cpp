#include "native/gate/text_masks.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

std::string masked(std::string text) {
  Rules rules;
  rules.generation = 1;
  for (CallerRules& caller : rules.callers) caller.always_masked = true;
  TextMasks().mask(text, rules, runtime::Caller::Kind{});
  return text;
}

TEST(TextMasks, ReplaceEachFinding) {
  EXPECT_EQ(masked("from ann@example.org to bob@example.org, sent"),
            "from [masked] to [masked], sent");
  EXPECT_EQ(masked("nothing to hide"), "nothing to hide");
}

TEST(TextMasks, ShowNothingWhereFindingsOverlap) {
  EXPECT_EQ(masked("postgres://admin:Pa!s3@db.example.com:5432/app"),
            "postgres://admin:[masked]:5432/app");
}

}  // namespace
}  // namespace native
