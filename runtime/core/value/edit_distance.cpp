#include "runtime/core/value/edit_distance.hpp"

#include <algorithm>

#include "runtime/core/value/utf8.hpp"

namespace runtime {

namespace {

constexpr std::size_t kLongest = 64;  // bytes of a wrong name that are compared

// A byte that is not UTF-8 counts as a character.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> list;
  while (!text.empty()) {
    std::size_t bad = 0;
    const std::size_t size = std::max<std::size_t>(character_size(text, &bad), 1);
    list.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return list;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::vector<std::string_view> a = characters(one), b = characters(other);
  std::vector<std::size_t> before, last, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = std::move(row);
    row.assign(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, row[j - 1] + 1, last[j] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names,
                         std::optional<std::size_t> most) {
  wrong = wrong.substr(0, kLongest);
  const std::size_t size = wrong.size();
  const std::size_t near =
      std::min(std::max<std::size_t>(2, size / 3), (std::max<std::size_t>(size, 1) - 1) / 2);
  const std::string* best = nullptr;
  std::size_t least = most.value_or(near);
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance > least || (best && distance == least && name >= *best)) continue;
    best = &name;
    least = distance;
  }
  return best ? *best : "";
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& names) {
  const std::string near = nearest_name(wrong, names);
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

}  // namespace runtime
