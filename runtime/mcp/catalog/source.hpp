#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>

namespace runtime::mcp {

// Where a tool, resource or prompt was declared. Lists begin with the built-in ones, followed by
// those of each file.
struct Source {
  std::int64_t order = 0;  // position among the files
  std::string file;        // empty: built in

  auto operator<=>(const Source&) const = default;
};

// Returns both places of one name: "built in, and in /home/me/tools/greet.lua".
inline std::string both_places(const Source& one, const Source& other) {
  const auto place = [](const Source& source) {
    return source.file.empty() ? std::string("built in") : "in " + source.file;
  };
  return place(one) + (one == other ? ", twice" : ", and " + place(other));
}

// Inserts an entry after all those of its source or an earlier one.
template <class Entries, class Entry, class SourceOf>
void insert_in_order(Entries& entries, Entry entry, SourceOf source_of) {
  const auto later = [&](const Source& source, const auto& other) {
    return source < source_of(other);
  };
  const auto place = std::upper_bound(entries.begin(), entries.end(), source_of(entry), later);
  entries.insert(place, std::move(entry));
}

}  // namespace runtime::mcp
