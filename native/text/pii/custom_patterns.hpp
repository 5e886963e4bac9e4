#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace native {

// Expressions of a policy (RE2, with letter case), searched for at once. Immutable; thread safe.
class CustomPatterns {
 public:
  // "INVALID_ARGUMENT", naming it, for an expression that RE2 refuses.
  explicit CustomPatterns(const std::vector<std::string>& expressions);
  ~CustomPatterns();

  bool empty() const;
  // Returns what matches, as bytes [begin, end); nothing for empty matches.
  std::vector<std::pair<std::size_t, std::size_t>> find(std::string_view text) const;
  // Returns whether the end of a text may be the beginning of a match.
  bool may_begin_at_end_of(std::string_view text) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace native
