#include "native/image/outline.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::Look;
using test::picture;

constexpr Colour kLine = {1, 2, 3};

bool is_line(const Frame& frame, int x, int y) {
  const Colour found = pixel_at(frame, x, y);
  return found.red == kLine.red && found.green == kLine.green && found.blue == kLine.blue;
}

// How many pixels differ from what `wanted` says of them.
template <class Wanted>
int wrong_pixels(const Frame& frame, Wanted wanted) {
  int count = 0;
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) count += is_line(frame, x, y) != wanted(x, y);
  return count;
}

TEST(Outline, LiesAlongTheInnerEdges) {
  Frame frame = picture(40, 30, Look::kFlat, 1, 12);
  frame.origin = {7, 8, 40, 30};
  const Frame drawn = outline(frame, {{5, 6, 20, 10}}, kLine, 2);
  EXPECT_EQ(drawn.origin, frame.origin);
  EXPECT_EQ(wrong_pixels(drawn,
                         [](int x, int y) {
                           const bool within = x >= 5 && x < 25 && y >= 6 && y < 16;
                           return within && (x < 7 || x >= 23 || y < 8 || y >= 14);
                         }),
            0);
  EXPECT_EQ(wrong_pixels(frame, [](int, int) { return false; }), 0) << "it is a copy";
}

TEST(Outline, IsCutOffAtThePicturesEdge) {
  const Frame frame = picture(40, 30, Look::kFlat, 1);
  const Frame drawn = outline(frame, {{-5, -5, 10, 10}, {35, 25, 1000000, 1000000}}, kLine, 1);
  EXPECT_EQ(wrong_pixels(drawn,
                         [](int x, int y) {
                           const bool first = (x == 4 && y <= 4) || (y == 4 && x <= 4);
                           const bool second = (x == 35 && y >= 25) || (y == 25 && x >= 35);
                           return first || second;
                         }),
            0);
}

TEST(Outline, OutsideNothingIsSeen) {
  const Frame frame = picture(40, 30, Look::kFlat, 1);
  const Frame drawn =
      outline(frame, {{40, 0, 5, 5}, {-5, -5, 5, 5}, {-10, -10, 100, 100}}, kLine, 3);
  EXPECT_EQ(wrong_pixels(drawn, [](int, int) { return false; }), 0);
}

TEST(Outline, AThinRectangleIsFilled) {
  const Frame frame = picture(40, 30, Look::kFlat, 1);
  const Frame drawn = outline(frame, {{5, 5, 1, 1}, {10, 5, 3, 20}}, kLine, 1000);
  EXPECT_EQ(wrong_pixels(drawn,
                         [](int x, int y) {
                           return (x == 5 && y == 5) || (x >= 10 && x < 13 && y >= 5 && y < 25);
                         }),
            0);
}

}  // namespace
}  // namespace native
