#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "native/image/png/file.hpp"

// The compressed strips of recent pictures, found by their uncompressed content. A screen changes
// little between two pictures, and compressing a strip takes ten times as long as looking it up.
// Thread safe and bounded; the least recently used strips go first.
namespace native {

// Identifies the uncompressed content of a strip.
struct StripKey {
  std::uint64_t low = 0, high = 0;  // 128 bits of XXH3 with a secret of this process
  std::size_t length = 0;
  bool first = false, last = false;  // in its picture
  bool operator==(const StripKey&) const = default;
};
StripKey strip_key(std::span<const std::uint8_t> raw, bool first, bool last);

// Returns null when it is not known.
CompressedStripRef known_strip(const StripKey& key);
// Stores a copy.
void remember_strip(const StripKey& key, const CompressedStrip& strip);

// Returns whether a picture with that many bytes of scanlines should use the cache: not the first
// one of a process, which is often the only one, and none that alone would fill the cache.
bool worth_remembering(std::size_t bytes);
// Empties the cache, for benchmarks and tests.
void forget_strips();

}  // namespace native
