#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "native/image/png/file.hpp"

// The compressed strips of the pictures made last, by what went into them: a screen changes little
// between two pictures, and to compress a strip takes ten times as long as to know it again. Used
// by all threads; what it keeps is bounded, the least recently used go first.
namespace native {

// What a strip is known by.
struct StripKey {
  std::uint64_t low = 0, high = 0;  // 128 bits of XXH3 with a secret of this process
  std::size_t length = 0;
  bool first = false, last = false;  // of its picture
  bool operator==(const StripKey&) const = default;
};
StripKey strip_key(std::span<const std::uint8_t> raw, bool first, bool last);

// Null when it is not known.
CompressedStripRef known_strip(const StripKey& key);
// Keeps a copy.
void remember_strip(const StripKey& key, const CompressedStrip& strip);

// Whether a picture whose scanlines have `bytes` in all should look here and leave its strips: not
// the first one of a process, which often is the only one, and none that alone would fill the
// cache.
bool worth_remembering(std::size_t bytes);
// Forgets all, as benchmarks and tests need it.
void forget_strips();

}  // namespace native
