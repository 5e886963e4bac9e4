#pragma once

#include <re2/re2.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace native {

// The options of all expressions that look for personal data.
RE2::Options pii_expression_options();

// Bytes of a text.
struct MatchedBytes {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

// What the groups of an expression matched, the whole first; nothing of a group that took no part.
using ExpressionMatch = std::array<MatchedBytes, 4>;

// Returns where an expression matches, in order. What follows a match is searched as a text of its
// own: the blank behind one finding, which the expression demands, may be the one before the next.
std::vector<ExpressionMatch> matches_of(const RE2& expression, std::string_view text);

}  // namespace native
