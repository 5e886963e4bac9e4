#include "native/text/lines/line_picture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "native/text/lines/backgrounds.hpp"
#include "native/text/lines/underline.hpp"

namespace native {
namespace {

using Histogram = std::array<int, 256>;

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

// Columns of a picture as they are drawn: first each pixel's distance from the background, then
// dark on white.
class DrawnColumns {
 public:
  DrawnColumns(const Frame& frame, const Rect& part, const Background& background,
               std::uint8_t* gray)
      : frame_(frame), part_(part), background_(background), gray_(gray) {
    each([&](std::uint8_t& level, int x, int y) {
      level = static_cast<std::uint8_t>(distance(pixel_of(frame_, x, y), background_.colour));
    });
  }

  // Takes what shows around a block with round ends for background: the colour that is beside it,
  // from its left or its right end, and from above and below.
  void clear_around(const Colour& beside, bool left) {
    const Rect& columns = background_.columns;
    const int aside = std::min(part_.height / 2, columns.width), upright = part_.height / 3;
    for (int i = 0; i < columns.height; ++i) {
      const int x = left ? columns.x : columns.x + columns.width - 1;
      clear_while(beside, x, columns.y + i, left ? 1 : -1, 0, aside);
    }
    for (int i = 0; i < columns.width; ++i) {
      clear_while(beside, columns.x + i, columns.y, 0, 1, upright);
      clear_while(beside, columns.x + i, columns.y + columns.height - 1, 0, -1, upright);
    }
  }

  void draw() {
    Histogram count{};
    each([&](std::uint8_t& level, int, int) { ++count[level]; });
    const Rect& columns = background_.columns;
    const int darkest = darkest_of(count, columns.width * columns.height);
    each([&](std::uint8_t& level, int, int) {
      level = static_cast<std::uint8_t>(255 - std::min(255, level * 255 / darkest));
    });
    clear_frame(gray_, part_.width, {columns.x - part_.x, 0, columns.width, part_.height});
  }

 private:
  // Clears pixels of a colour from a place on, and the one after them, which is a mixture.
  void clear_while(const Colour& beside, int x, int y, int right, int down, int most) {
    for (int i = 0; i < most; ++i, x += right, y += down) {
      level_at(x, y) = 0;
      if (!alike(colour_of(pixel_of(frame_, x, y)), beside)) return;
    }
  }

  std::uint8_t& level_at(int x, int y) {
    return gray_[static_cast<std::size_t>(y - part_.y) * static_cast<std::size_t>(part_.width) +
                 static_cast<std::size_t>(x - part_.x)];
  }
  template <class Work>
  void each(Work work) {
    const Rect& columns = background_.columns;
    for (int y = columns.y; y < columns.y + columns.height; ++y)
      for (int x = columns.x; x < columns.x + columns.width; ++x) work(level_at(x, y), x, y);
  }

  const Frame& frame_;
  const Rect& part_;
  const Background& background_;
  std::uint8_t* const gray_;
};

}  // namespace

void draw_dark_on_white(const Frame& frame, const Rect& part, std::uint8_t* gray) {
  const std::vector<Background> backgrounds = backgrounds_of(frame, part);
  for (std::size_t i = 0; i < backgrounds.size(); ++i) {
    DrawnColumns columns(frame, part, backgrounds[i], gray);
    if (backgrounds[i].round_left && i > 0) columns.clear_around(backgrounds[i - 1].colour, true);
    if (backgrounds[i].round_right && i + 1 < backgrounds.size())
      columns.clear_around(backgrounds[i + 1].colour, false);
    columns.draw();
  }
  erase_underline(gray, part.width, part.height);
}

}  // namespace native
