#include "native/text/lines/line_picture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "native/image/pixels.hpp"
#include "native/text/lines/underline.hpp"

namespace native {
namespace {

using Histogram = std::array<int, 256>;

struct Colour {
  int blue = 0, green = 0, red = 0;
};

const std::uint8_t* pixel_of(const Frame& frame, int x, int y) {
  return row_of(frame, y) + static_cast<std::size_t>(x) * 4;
}

// ITU-R BT.601, of amounts of 0 to 255.
int luma(int blue, int green, int red) { return (29 * blue + 150 * green + 77 * red) >> 8; }

int distance(const std::uint8_t* pixel, const Colour& from) {
  return luma(std::abs(pixel[0] - from.blue), std::abs(pixel[1] - from.green),
              std::abs(pixel[2] - from.red));
}

bool differ(const std::uint8_t* a, const std::uint8_t* b) {
  constexpr int kStep = 16;
  for (int i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) >= kStep) return true;
  return false;
}

// Returns where the background changes: columns in which most pixels differ from their left
// neighbours (a selection of the next line may reach into this one); with both ends. Ranges
// narrower than a third of the height (strokes) are no background.
std::vector<int> ranges_of_background(const Frame& frame, const Rect& part) {
  // A selection may end at the letters; the margin around them is not part of it.
  const int margin = std::min(std::max(2, part.height / 8), (part.height - 1) / 2);
  const int rows = part.height - 2 * margin;
  std::vector<int> ends{0};
  int strength = 0;  // of the last end
  for (int x = 1; x < part.width; ++x) {
    int different = 0;
    for (int y = margin; y < part.height - margin; ++y) {
      const std::uint8_t* pixel = pixel_of(frame, part.x + x, part.y + y);
      different += differ(pixel, pixel - 4);
    }
    if (different * 10 < rows * 7) continue;
    if (x - ends.back() > part.height / 3)
      ends.push_back(x);
    else if (ends.size() > 1 && different > strength)
      ends.back() = x;  // the one before was that of a letter
    else
      continue;
    strength = different;
  }
  if (ends.size() > 1 && part.width - ends.back() <= part.height / 3) ends.pop_back();
  ends.push_back(part.width);
  return ends;
}

// Returns a number of 12 bits that is the same for similar colours.
std::size_t similar(const std::uint8_t* pixel) {
  return static_cast<std::size_t>(pixel[0] >> 4 << 8 | pixel[1] >> 4 << 4 | pixel[2] >> 4);
}

// Returns the most frequent colour of these columns.
Colour background_of(const Frame& frame, const Rect& part) {
  std::vector<int> count(4096);
  const auto each = [&](auto work) {
    for (int y = part.y; y < part.y + part.height; ++y)
      for (int x = part.x; x < part.x + part.width; ++x) work(pixel_of(frame, x, y));
  };
  each([&](const std::uint8_t* pixel) { ++count[similar(pixel)]; });
  const auto most =
      static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
  long long blue = 0, green = 0, red = 0;
  each([&](const std::uint8_t* pixel) {
    if (similar(pixel) != most) return;
    blue += pixel[0];
    green += pixel[1];
    red += pixel[2];
  });
  const int pixels = count[most];
  return {static_cast<int>(blue / pixels), static_cast<int>(green / pixels),
          static_cast<int>(red / pixels)};
}

bool alike(const Colour& one, const Colour& other) {
  constexpr int kStep = 16;
  return std::abs(one.blue - other.blue) < kStep && std::abs(one.green - other.green) < kStep &&
         std::abs(one.red - other.red) < kStep;
}

struct Background {
  Rect columns;
  Colour colour;
};

// Returns whether what has a colour of its own is as wide as all of it near its upper or its lower
// end, and nearly as high at both sides, as a selection and a cursor are. A bold letter, which has
// more ink than ground, is round or open somewhere.
bool is_block(const Frame& frame, const Background& own, const Colour& around) {
  const auto is_own = [&](int x, int y) {
    const std::uint8_t* pixel = pixel_of(frame, x, y);
    return distance(pixel, own.colour) < distance(pixel, around);
  };
  Rect whole;
  for (int y = own.columns.y; y < own.columns.y + own.columns.height; ++y)
    for (int x = own.columns.x; x < own.columns.x + own.columns.width; ++x)
      if (is_own(x, y)) whole = whole.empty() ? Rect{x, y, 1, 1} : bounding(whole, {x, y, 1, 1});
  // Returns how much of a row or column has the colour, in percent.
  const auto filled = [&](const Rect& line) {
    int pixels = 0;
    for (int y = line.y; y < line.y + line.height; ++y)
      for (int x = line.x; x < line.x + line.width; ++x) pixels += is_own(x, y);
    return pixels * 100 / std::max(1, line.width * line.height);
  };
  // Not at the very ends: corners may be round.
  const int right = whole.x + whole.width - 1, bottom = whole.y + whole.height - 1;
  const int down = std::min(1 + whole.height / 32, whole.height / 2);
  const int aside = std::min(1, whole.width / 2);
  const auto row = [&](int y) { return filled({whole.x, y, whole.width, 1}); };
  const auto column = [&](int x) { return filled({x, whole.y, 1, whole.height}); };
  constexpr int kEnd = 90, kSides = 80;
  return std::max(row(whole.y + down), row(bottom - down)) >= kEnd &&
         std::min(column(whole.x + aside), column(right - aside)) >= kSides;
}

// Adds a background, or joins it with the one before where both are alike.
void add_background(std::vector<Background>& all, const Background& next) {
  if (!all.empty() && alike(all.back().colour, next.colour))
    all.back().columns.width += next.columns.width;
  else
    all.push_back(next);
}

// Joins the ranges on both sides of letters, whose edges look like those of a background, and bold
// letters with what is around them.
std::vector<Background> backgrounds_of(const Frame& frame, const Rect& part) {
  const Background around{part, background_of(frame, part)};
  const std::vector<int> ends = ranges_of_background(frame, part);
  if (ends.size() == 2) return {around};
  std::vector<Background> ranges, found;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const Rect columns{part.x + ends[i], part.y, ends[i + 1] - ends[i], part.height};
    add_background(ranges, {columns, background_of(frame, columns)});
  }
  constexpr int kLetters = 3;  // heights: more letters have more ground than ink
  for (const Background& each : ranges) {
    const bool letters = each.columns.width <= kLetters * part.height &&
                         !alike(each.colour, around.colour) &&
                         !is_block(frame, each, around.colour);
    add_background(found, {each.columns, letters ? around.colour : each.colour});
  }
  return found;
}

// Returns the distance that becomes black: that of the most distant pixels, a hundredth of all.
int darkest_of(const Histogram& count, int pixels) {
  constexpr int kFaint = 40;  // noise is not stretched to black
  int level = 255;
  for (int left = pixels / 100; level > kFaint; --level) {
    left -= count[static_cast<std::size_t>(level)];
    if (left < 0) break;
  }
  return level;
}

// Whitens what surrounds a background that ends within the line: rows above and below it, columns
// beside it. As black bars around the text they would be read as letters.
void clear_frame(std::uint8_t* gray, int width, const Rect& columns) {
  Rect inner = columns;
  const auto level_at = [&](int x, int y) -> std::uint8_t& {
    return gray[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(x)];
  };
  const auto is_bar = [&](const Rect& bar) {
    int dark = 0;
    for (int y = bar.y; y < bar.y + bar.height; ++y)
      for (int x = bar.x; x < bar.x + bar.width; ++x) dark += level_at(x, y) < 160;
    return dark * 10 >= bar.width * bar.height * 9;
  };
  const auto clear = [&](const Rect& bar) {
    for (int y = bar.y; y < bar.y + bar.height; ++y)
      for (int x = bar.x; x < bar.x + bar.width; ++x) level_at(x, y) = 255;
  };
  // At most a third of the height: more is no frame.
  const int most = columns.height / 3;
  for (int i = 0; i < most && is_bar({inner.x, inner.y, inner.width, 1}); ++i) {
    clear({inner.x, inner.y, inner.width, 1});
    ++inner.y;
    --inner.height;
  }
  for (int i = 0; i < most && is_bar({inner.x, inner.y + inner.height - 1, inner.width, 1}); ++i) {
    --inner.height;
    clear({inner.x, inner.y + inner.height, inner.width, 1});
  }
  for (int i = 0; i < most && inner.width > 1; ++i) {
    if (!is_bar({inner.x, inner.y, 1, inner.height})) break;
    clear({inner.x, inner.y, 1, inner.height});
    ++inner.x;
    --inner.width;
  }
  for (int i = 0; i < most && inner.width > 1; ++i) {
    if (!is_bar({inner.x + inner.width - 1, inner.y, 1, inner.height})) break;
    --inner.width;
    clear({inner.x + inner.width, inner.y, 1, inner.height});
  }
}

}  // namespace

void draw_dark_on_white(const Frame& frame, const Rect& part, std::uint8_t* gray) {
  const auto width = static_cast<std::size_t>(part.width);
  for (const auto& [columns, background] : backgrounds_of(frame, part)) {
    const int begin = columns.x - part.x;
    Histogram count{};
    const auto each = [&](auto work) {
      for (int y = 0; y < part.height; ++y)
        for (int x = begin; x < begin + columns.width; ++x)
          work(gray[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)], x, y);
    };
    each([&](std::uint8_t& level, int x, int y) {
      const int away = distance(pixel_of(frame, part.x + x, part.y + y), background);
      level = static_cast<std::uint8_t>(away);
      ++count[static_cast<std::size_t>(away)];
    });
    const int darkest = darkest_of(count, columns.width * columns.height);
    each([&](std::uint8_t& level, int, int) {
      level = static_cast<std::uint8_t>(255 - std::min(255, level * 255 / darkest));
    });
    clear_frame(gray, part.width, {begin, 0, columns.width, part.height});
  }
  erase_underline(gray, part.width, part.height);
}

}  // namespace native
