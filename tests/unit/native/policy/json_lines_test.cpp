#include "native/policy/json_lines.hpp"

#include <gtest/gtest.h>

#include <string>

namespace native {
namespace {

const std::string kText = R"({
  // a comment with "quotes": {
  "strict": true, "maskedKinds": ["a", /* two
  lines */ "b", [1, 2]],
  "callers": {
    "mcp": {
      "rules": [{"title": "x\"}"},
        {"class": "y"}]
    }
  }
})";

TEST(JsonLines, FindMembersAndItems) {
  EXPECT_EQ(json_line_of(kText, "strict"), 3);
  EXPECT_EQ(json_line_of(kText, "maskedKinds.0"), 3);
  EXPECT_EQ(json_line_of(kText, "maskedKinds.1"), 4);
  EXPECT_EQ(json_line_of(kText, "maskedKinds.2.1"), 4);
  EXPECT_EQ(json_line_of(kText, "callers.mcp.rules.1"), 8);
  EXPECT_EQ(json_line_of(kText, "callers.mcp.rules.1.class"), 8);
  EXPECT_EQ(json_line_of(kText, "callers.cli"), 0);
}

TEST(JsonLines, FindMembersThatAreStatedTwice) {
  EXPECT_EQ(repeated_json_member(kText), "");
  EXPECT_EQ(repeated_json_member(R"({"a": {"b": 1, "b": 2}})"), "a.b");
  EXPECT_EQ(repeated_json_member(R"({"a": [{"b": 1}, {"b": 2}]})"), "");
  EXPECT_EQ(repeated_json_member(R"({"a": [{"b": 1}, {"b": 2, "b": 3}]})"), "a.1.b");
}

}  // namespace
}  // namespace native
