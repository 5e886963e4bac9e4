#include "native/image/mask.hpp"

#include <gtest/gtest.h>

#include "native/image/compare/compare.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

TEST(Mask, HidesExactlyTheRectangles) {
  Frame frame = picture(40, 30, Look::kNoise, 1, 12);
  frame.origin = {7, 8, 40, 30};
  frame.scale = 1;
  const std::vector<Rect> rects = {{3, 4, 10, 5}, {35, -5, 50, 10}};
  const Frame masked = mask(frame, rects, {1, 2, 3});
  EXPECT_EQ(masked.origin, frame.origin);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      const bool hidden = (x >= 3 && x < 13 && y >= 4 && y < 9) || (x >= 35 && y < 5);
      const Colour found = pixel_at(masked, x, y);
      const Colour before = pixel_at(frame, x, y);
      const Colour wanted = hidden ? Colour{1, 2, 3} : before;
      ASSERT_EQ(found.red, wanted.red) << x << "," << y;
      ASSERT_EQ(found.green, wanted.green);
      ASSERT_EQ(found.blue, wanted.blue);
    }
  EXPECT_EQ(compare(masked, frame, {0, rects}).changed, 0U);
}

TEST(Mask, RefusesWhatItCannotHide) {
  const Frame frame = picture(40, 30, Look::kNoise, 1);
  EXPECT_EQ(code_of([&] { mask(frame, {{40, 0, 5, 5}}, {}); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { mask(frame, {{0, 0, 0, 5}}, {}); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { mask(frame, {{0, 0, 5, 5}}, {}); }), "");
}

TEST(PixelAt, CountsFromTheUpperLeft) {
  Frame frame = picture(3, 2, Look::kFlat, 1, 5);
  frame.pixels[frame.stride + 8] = 9;
  const Colour colour = pixel_at(frame, 2, 1);
  EXPECT_EQ(colour.blue, 9);
  EXPECT_EQ(colour.green, 120);
  EXPECT_EQ(colour.red, 230);
  for (const auto& [x, y] : {std::pair{-1, 0}, {0, -1}, {3, 0}, {0, 2}})
    EXPECT_EQ(code_of([&, u = x, v = y] { pixel_at(frame, u, v); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
