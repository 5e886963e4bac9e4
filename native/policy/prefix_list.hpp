#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace native {

// Texts, one of which may be the beginning of another text. Found by binary search.
class PrefixList {
 public:
  void add(std::string text, std::size_t number);
  // Call once, after the last add().
  void sort();

  bool empty() const { return texts_.empty(); }
  // Returns the number of a text with which `text` begins.
  std::optional<std::size_t> find(std::string_view text) const;

 private:
  // Sorted; none is the beginning of another, so only the greatest that is not above a text can be
  // its beginning.
  std::vector<std::pair<std::string, std::size_t>> texts_;
};

}  // namespace native
