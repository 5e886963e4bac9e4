#include "native/image/frame.hpp"

#include <gtest/gtest.h>

#include <climits>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::opaque_pixels;
using test::picture;

TEST(FrameSink, GathersStripsOfAnyHeightAndStride) {
  Frame source = picture(37, 50, Look::kNoise, 1, 12);
  FrameSink sink;
  sink.begin({37, 50, {100, 200, 37, 50}, "root"});
  for (int y = 0, rows = 1; y < 50; y += rows, rows = std::min(rows + 2, 50 - y))
    sink.strip(y, rows, source.pixels.data() + static_cast<std::size_t>(y) * source.stride,
               source.stride);
  const Frame frame = sink.take();
  EXPECT_EQ(frame.width, 37);
  EXPECT_EQ(frame.height, 50);
  EXPECT_EQ(frame.origin, (Rect{100, 200, 37, 50}));
  EXPECT_EQ(frame.method, "root");
  EXPECT_EQ(frame.pixels, opaque_pixels(source));
}

TEST(FrameSink, RefusesStripsOutOfOrder) {
  Frame source = picture(4, 4, Look::kNoise, 1);
  const auto strips = [&](int first, int rows) {
    FrameSink sink;
    sink.begin({4, 4, {}, "root"});
    sink.strip(first, rows, source.pixels.data(), source.stride);
  };
  EXPECT_EQ(code_of([&] { strips(0, 4); }), "");
  EXPECT_EQ(code_of([&] { strips(1, 1); }), "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { strips(0, 5); }), "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { FrameSink().begin({0, 4, {}, ""}); }), "CAPTURE_FAILED");
}

TEST(Crop, TakesExactlyTheRegion) {
  const Frame source = picture(20, 10, Look::kNoise, 2, 8);
  const Frame part = crop(source, {3, 4, 5, 2});
  ASSERT_EQ(part.width, 5);
  ASSERT_EQ(part.height, 2);
  for (int y = 0; y < 2; ++y)
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ(part.pixels[static_cast<std::size_t>(y) * part.stride + i],
                source.pixels[static_cast<std::size_t>(y + 4) * source.stride + 12 + i]);
}

TEST(Crop, MapsTheOriginBackToTheDesktop) {
  Frame source = picture(20, 10, Look::kNoise, 2);
  source.origin = {-100, 50, 20, 10};
  EXPECT_EQ(crop(source, {3, 4, 5, 2}).origin, (Rect{-97, 54, 5, 2}));
  source.origin = {-100, 50, 40, 20};
  source.scale = 0.5;
  EXPECT_EQ(crop(source, {3, 4, 5, 2}).origin, (Rect{-94, 58, 10, 4}));
  EXPECT_EQ(crop(source, {3, 4, 5, 2}).scale, 0.5);
  source.origin = {-100, 50, 59, 30};  // the last column shows less than a whole square
  source.scale = 1.0 / 3;
  EXPECT_EQ(crop(source, {17, 0, 3, 10}).origin, (Rect{-49, 50, 8, 30}));
}

TEST(Crop, CutsRegionsThatReachOutside) {
  const Frame source = picture(20, 10, Look::kNoise, 2);
  EXPECT_EQ(crop(source, {-5, -5, 7, 7}).origin, (Rect{0, 0, 2, 2}));
}

TEST(Crop, RefusesRegionsOutside) {
  const Frame source = picture(20, 10, Look::kNoise, 2);
  for (const Rect& region :
       {Rect{20, 0, 5, 5}, Rect{0, 0, 0, 5}, Rect{0, 0, -3, 5}, Rect{-5, 0, 5, 5},
        Rect{INT_MAX, INT_MAX, INT_MAX, INT_MAX}, Rect{INT_MIN, 0, INT_MAX, 5}})
    EXPECT_EQ(code_of([&] { crop(source, region); }), "INVALID_ARGUMENT");
  EXPECT_EQ(crop(source, {INT_MIN / 2, -1, INT_MAX, INT_MAX}).width, 20);
}

TEST(Crop, RefusesAPictureWithMissingPixels) {
  Frame source = picture(20, 10, Look::kNoise, 2);
  source.pixels.pop_back();
  EXPECT_EQ(code_of([&] { crop(source, {0, 0, 1, 1}); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
