#pragma once

#include <rapidcheck.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/unit/native/text/support.hpp"

// Pictures put together from strips of text, so that where the text is is known.
namespace native::test {

inline std::uint8_t* pixel_at(Frame& frame, int x, int y) {
  return frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
         static_cast<std::size_t>(x) * 4;
}
inline const std::uint8_t* pixel_at(const Frame& frame, int x, int y) {
  return pixel_at(const_cast<Frame&>(frame), x, y);
}

inline Frame filled(int width, int height, const std::uint8_t* colour) {
  Frame frame = blank(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) std::memcpy(pixel_at(frame, x, y), colour, 4);
  return frame;
}

inline void paste(Frame& frame, const Frame& part, int x, int y) {
  for (int row = 0; row < part.height; ++row)
    std::memcpy(pixel_at(frame, x, y + row), pixel_at(part, 0, row), part.stride);
}

// Text of 8 to 40 pt (at 96 dots per inch) in several fonts and colours, each on one line.
inline const std::vector<Frame>& strips() {
  static const std::vector<Frame> made = [] {
    std::vector<Frame> result;
    const char* colours[] = {"xc:white -fill black", "xc:'#1e1e1e' -fill '#d4d4d4'",
                             "xc:white -fill '#808080'", "xc:'#3584e4' -fill white"};
    const char* fonts[] = {"DejaVu-Sans", "DejaVu-Sans-Mono", "DejaVu-Serif"};
    const char* texts[] = {"Invoice 4711, total: 89.50", "jane.doe@example.com (see below)",
                           "if x_1 == \"it\" then i = j + 1"};
    int which = 0;
    for (const int points : {11, 12, 13, 16, 19, 24, 32, 43, 53}) {
      const std::string drawing = std::string("-font ") + fonts[which % 3] + " -pointsize " +
                                  std::to_string(points) + " -annotate +2+2 '" +
                                  texts[which / 2 % 3] + "'";
      result.push_back(drawn(points * 19, points * 3 / 2 + 4, drawing, colours[which % 4]));
      ++which;
    }
    return result;
  }();
  return made;
}

// Any number from 0 to the given one.
inline int up_to(int most) { return *rc::gen::inRange(0, most + 1); }

// Calls work(x, y) for each pixel that clearly differs from the strip's first one.
template <class Work>
void each_ink(const Frame& strip, Work work) {
  for (int y = 0; y < strip.height; ++y)
    for (int x = 0; x < strip.width; ++x)
      for (int i = 0; i < 3; ++i)
        if (std::abs(pixel_at(strip, x, y)[i] - strip.pixels[static_cast<std::size_t>(i)]) > 48) {
          work(x, y);
          break;
        }
}

}  // namespace native::test
