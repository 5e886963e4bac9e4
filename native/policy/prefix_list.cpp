#include "native/policy/prefix_list.hpp"

#include <algorithm>

namespace native {

void PrefixList::add(std::string text, std::size_t number) {
  texts_.emplace_back(std::move(text), number);
}

void PrefixList::sort() {
  std::sort(texts_.begin(), texts_.end());
  std::vector<std::pair<std::string, std::size_t>> kept;
  for (auto& each : texts_) {
    if (kept.empty() || !each.first.starts_with(kept.back().first)) kept.push_back(std::move(each));
  }
  texts_ = std::move(kept);
}

std::optional<std::size_t> PrefixList::find(std::string_view text) const {
  const auto above =
      std::upper_bound(texts_.begin(), texts_.end(), text,
                       [](std::string_view a, const auto& each) { return a < each.first; });
  if (above == texts_.begin()) return std::nullopt;
  const auto& nearest = *std::prev(above);
  if (!text.starts_with(nearest.first)) return std::nullopt;
  return nearest.second;
}

}  // namespace native
