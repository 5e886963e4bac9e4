#include "native/text/pii/expressions.hpp"

#include <algorithm>
#include <cstdint>

namespace native {
namespace {

constexpr std::int64_t kMemory = 8 << 20;

}  // namespace

RE2::Options pii_expression_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemory);
  return options;
}

std::vector<ExpressionMatch> matches_of(const RE2& expression, std::string_view text) {
  std::vector<ExpressionMatch> found;
  std::array<re2::StringPiece, std::tuple_size_v<ExpressionMatch>> groups;
  const int count =
      1 + std::min(expression.NumberOfCapturingGroups(), static_cast<int>(groups.size()) - 1);
  re2::StringPiece rest(text.data(), text.size());
  while (!rest.empty() &&
         expression.Match(rest, 0, rest.size(), RE2::UNANCHORED, groups.data(), count)) {
    ExpressionMatch& match = found.emplace_back();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      if (groups[i].data() == nullptr) continue;
      match[i].begin = static_cast<std::size_t>(groups[i].data() - text.data());
      match[i].end = match[i].begin + groups[i].size();
    }
    // An empty match would be found again in the same place.
    const std::size_t next = std::max(match[0].end, match[0].begin + 1);
    const std::size_t done = static_cast<std::size_t>(rest.data() - text.data());
    rest.remove_prefix(std::min(next - done, rest.size()));
  }
  return found;
}

}  // namespace native
