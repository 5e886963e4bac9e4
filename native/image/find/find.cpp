#include "native/image/find/find.hpp"

#include <algorithm>
#include <string>

#include "native/desktop/error.hpp"
#include "native/image/compare/compare.hpp"
#include "native/image/find/find_places.hpp"
#include "native/image/find/probes.hpp"
#include "native/image/find/window_sums.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// Limit of vain comparisons per pixel of the picture. Beyond it the other method is cheaper.
constexpr std::uint64_t kPatience = 8;
// Pixels compared between two calls of keep_going().
constexpr std::uint64_t kBreath = 1 << 22;

Rect region_of(const Frame& frame, const Search& search) {
  const Rect whole = {0, 0, frame.width, frame.height};
  if (!search.region) return whole;
  const Rect region = intersection(*search.region, whole);
  if (region.empty())
    throw Error("INVALID_ARGUMENT",
                "region lies outside the picture of " + std::to_string(frame.width) + "x" +
                    std::to_string(frame.height) + " pixels",
                "Give a region inside the picture.");
  return region;
}

// Compares candidates with the needle and counts the pixels that were compared in vain.
class Judge {
 public:
  Judge(const Frame& frame, const Frame& needle, int tolerance, const Search& search)
      : frame_(frame), needle_(needle), tolerance_(tolerance), search_(search) {}

  bool fits(int x, int y, const std::vector<Probe>& probes) {
    for (const Probe& probe : probes) {
      ++wasted_;
      if (!is_alike(x + probe.x, y + probe.y, probe.colour)) return breathe(false);
    }
    return breathe(rows_fit(x, y));
  }

  std::uint64_t wasted() const { return wasted_; }

 private:
  bool breathe(bool answer) {
    if (wasted_ - asked_ > kBreath) {
      asked_ = wasted_;
      search_.keep_going();
    }
    return answer;
  }

  bool is_alike(int x, int y, std::uint32_t colour) const {
    const std::uint32_t found = colour_at(frame_, x, y);
    if (tolerance_ == 0) return found == colour;
    std::uint64_t bits = 0;
    const auto* one = reinterpret_cast<const std::uint8_t*>(&found);
    const auto* other = reinterpret_cast<const std::uint8_t*>(&colour);
    compare_row_portable(one, other, 1, tolerance_, &bits);
    return bits == 0;
  }

  // Compares 64 pixels at a time, so that it stops soon after the first difference.
  bool rows_fit(int x, int y) {
    const std::uint64_t before = wasted_;
    const auto width = static_cast<std::size_t>(needle_.width);
    for (int row = 0; row < needle_.height; ++row) {
      const std::uint8_t* there = row_of(frame_, y + row) + static_cast<std::size_t>(x) * 4;
      const std::uint8_t* wanted = row_of(needle_, row);
      for (std::size_t at = 0; at < width; at += 64) {
        const std::size_t count = std::min<std::size_t>(64, width - at);
        std::uint64_t bits = 0;
        row_(there + 4 * at, wanted + 4 * at, count, tolerance_, &bits);
        wasted_ += count;
        if (bits != 0) return false;
      }
    }
    wasted_ = before;  // comparing a match is not in vain
    return true;
  }

  const Frame& frame_;
  const Frame& needle_;
  const int tolerance_;
  const Search& search_;
  const RowComparer row_ = row_comparer();
  std::uint64_t wasted_ = 0;
  std::uint64_t asked_ = 0;
};

// Searches for the two rarest pixels of the needle. Returns false when it gave up because too many
// candidates failed.
bool scan(const Frame& frame, const Rect& region, const Frame& needle, int tolerance,
          const Search& search, Places& places) {
  const std::vector<Probe> probes = choose_probes(frame, region, needle, tolerance);
  const auto count = static_cast<std::size_t>(region.width - needle.width + 1);
  const auto pixels =
      static_cast<std::uint64_t>(region.width) * static_cast<std::uint64_t>(region.height);
  const auto left = static_cast<std::size_t>(region.x);
  Judge judge(frame, needle, tolerance, search);
  for (int y = region.y; y + needle.height <= region.y + region.height; ++y) {
    const auto at = [&](const Probe& probe) {
      return row_of(frame, y + probe.y) + 4 * (left + static_cast<std::size_t>(probe.x));
    };
    std::size_t i = 0;
    while ((i = pair_finder()(at(probes[0]), at(probes[1]), i, count, probes[0].colour,
                              probes[1].colour, tolerance)) < count) {
      const int x = region.x + static_cast<int>(i);
      const int free = places.free_from(x, y);
      if (free > x) {
        i += static_cast<std::size_t>(free - x);
        continue;
      }
      ++i;
      if (judge.fits(x, y, probes) && places.add(x, y)) return true;
      if (tolerance == 0 && judge.wasted() > kPatience * pixels) return false;
    }
    if (y % 64 == 0) search.keep_going();
  }
  return true;
}

// Finds candidates by rolling sums: slower than scan(), but equally fast for every picture.
void sum_up(const Frame& frame, const Rect& region, const Frame& needle, const Search& search,
            Places& places) {
  WindowSums sums(frame, region, needle.width, needle.height);
  const std::uint64_t wanted = sum_of(needle);
  Judge judge(frame, needle, 0, search);
  const int columns = region.width - needle.width + 1;
  for (int y = region.y; y + needle.height <= region.y + region.height; ++y) {
    const std::vector<std::uint64_t>& row = sums.next();
    for (int i = 0; i < columns; ++i) {
      if (row[static_cast<std::size_t>(i)] != wanted) continue;
      const int x = region.x + i;
      const int free = places.free_from(x, y);
      if (free > x)
        i += free - x - 1;
      else if (judge.fits(x, y, {}) && places.add(x, y))
        return;
    }
    search.keep_going();
  }
}

std::vector<Rect> find_with(const Frame& frame, const Rect& region, const Frame& needle,
                            int tolerance, const Search& search) {
  Places places(region, needle.width, needle.height, search.most);
  if (!scan(frame, region, needle, tolerance, search, places)) {
    places = Places(region, needle.width, needle.height, search.most);
    sum_up(frame, region, needle, search, places);
  }
  return places.found();
}

}  // namespace

std::vector<Rect> find_picture(const Frame& frame, const Frame& needle, const Search& search) {
  require_pixels(frame);
  require_pixels(needle);
  if (search.tolerance < 0 || search.tolerance > 255)
    throw Error("INVALID_ARGUMENT",
                "tolerance " + std::to_string(search.tolerance) + " is not in 0 to 255",
                "Give the largest difference of a color channel that still counts as equal.");
  const Rect region = region_of(frame, search);
  if (needle.width > region.width || needle.height > region.height || search.most == 0) return {};
  if (search.tolerance > 0 && search.most == 1) {
    std::vector<Rect> exact = find_with(frame, region, needle, 0, search);
    if (!exact.empty()) return exact;
  }
  return find_with(frame, region, needle, search.tolerance, search);
}

}  // namespace native
