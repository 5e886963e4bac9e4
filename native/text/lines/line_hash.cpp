#include "native/text/lines/line_hash.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "native/image/compare/hash_secret.hpp"
#include "native/image/compare/tile_row.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

constexpr std::size_t kShift = 8;  // words between the keys of the two hashes

// Adds one number to a hash. Different numbers, and different hashes, give different results.
std::uint64_t added(std::uint64_t hash, std::uint64_t number) {
  hash = (hash ^ number) * 0x9E3779B97F4A7C15;
  return (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9;
}

// One of the two hashes: that of each 64 columns, from top to bottom, then all of them together.
class ColumnHashes {
 public:
  ColumnHashes(std::size_t width, std::size_t shift)
      : key_(hash_secret().subspan(shift).first<kTileSide + 4>()),
        hashes_((width + kTileSide - 1) / kTileSide) {}

  void add(const std::uint8_t* pixels, std::size_t count) {
    tile_row_hasher()(pixels, count, key_, hashes_.data());
  }

  std::uint64_t finish(std::uint64_t hash) const {
    for (const std::uint64_t column : hashes_) hash = added(hash, column);
    return hash;
  }

 private:
  TileKey key_;
  std::vector<std::uint64_t> hashes_;
};

// Blackens the pixels of the excluded lines that cross row `y`.
void erase_excluded(const TextLine& line, int y, std::vector<std::uint8_t>& row) {
  for (const Rect& rect : line.excluded)
    if (y >= rect.y && y < rect.y + rect.height)
      std::memset(row.data() + static_cast<std::size_t>(rect.x - line.bounds.x) * 4, 0,
                  static_cast<std::size_t>(rect.width) * 4);
}

}  // namespace

LineHash hash_of(const Frame& frame, const TextLine& line) {
  const Rect& bounds = line.bounds;
  const auto width = static_cast<std::size_t>(bounds.width);
  ColumnHashes first(width, 0);
  ColumnHashes second(width, kShift);
  std::vector<std::uint8_t> copy;
  for (int y = bounds.y; y < bounds.y + bounds.height; ++y) {
    const std::uint8_t* pixels = row_of(frame, y) + static_cast<std::size_t>(bounds.x) * 4;
    if (!line.excluded.empty()) {
      copy.assign(pixels, pixels + width * 4);
      erase_excluded(line, y, copy);
      pixels = copy.data();
    }
    first.add(pixels, width);
    second.add(pixels, width);
  }
  std::uint64_t kind = line.block ? 1 : 0;
  for (const Rect& rect : line.excluded)
    for (const int number : {rect.x - bounds.x, rect.y - bounds.y, rect.width, rect.height})
      kind = added(kind, static_cast<std::uint64_t>(number));
  return {bounds.width, bounds.height, first.finish(kind), second.finish(kind)};
}

}  // namespace native
