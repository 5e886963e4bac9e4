#include <gtest/gtest.h>

#include "native/image/compare/tiles.hpp"
#include "native/image/encoding_sink.hpp"
#include "native/image/frame.hpp"
#include "native/image/mask.hpp"
#include "native/image/pixels.hpp"
#include "native/image/scale/scale.hpp"
#include "native/image/scale/scale_sink.hpp"
#include "tests/unit/native/image/pictures.hpp"

// Pictures with alpha on their way through everything that pictures go through.
namespace native {
namespace {

using test::Look;
using test::picture;

Frame translucent(int width, int height, std::uint32_t seed = 3) {
  return test::translucent_picture(width, height, seed);
}

Frame decoded(const Bytes& png) { return decode(png, kMaxPixels, {}, Alpha::kKept); }

FrameInfo translucent_info(const Frame& frame) {
  FrameInfo info = test::info_of(frame);
  info.translucent = frame.translucent;
  return info;
}

void deliver_translucent(const Frame& frame, StripSink& sink, int rows) {
  Frame copy = crop(frame, {0, 0, frame.width, frame.height});
  sink.begin(translucent_info(frame));
  for (int y = 0; y < frame.height; y += rows)
    sink.strip(y, std::min(rows, frame.height - y),
               copy.pixels.data() + static_cast<std::size_t>(y) * copy.stride, copy.stride);
}

void turn_alpha(Frame& frame, std::size_t pixel) {
  std::uint8_t& alpha = frame.pixels[4 * pixel + 3];
  alpha = static_cast<std::uint8_t>(alpha ^ 1U);
}

TEST(Translucent, SurvivesAPng) {
  const Frame frame = translucent(301, 97);
  for (const PngEffort effort : {PngEffort::kFast, PngEffort::kSmall}) {
    const Frame again = decoded(encode_png(frame, effort));
    EXPECT_TRUE(again.translucent);
    EXPECT_EQ(again.pixels, frame.pixels);
  }
}

TEST(Translucent, IsTheSamePngWhenItArrivesInStrips) {
  const Frame frame = translucent(640, 300);
  BytesSink sink;
  deliver_translucent(frame, sink, 37);
  EXPECT_TRUE(sink.shape().translucent);
  EXPECT_EQ(sink.take(), encode_png(frame));
}

TEST(Translucent, StartsAgainAsSomethingElse) {
  // As a capture does that finds a pixel that is not opaque after a while.
  const Frame frame = translucent(640, 300);
  BytesSink sink;
  sink.begin(test::info_of(frame));
  Frame copy = crop(frame, {0, 0, frame.width, frame.height});
  sink.strip(0, 200, copy.pixels.data(), copy.stride);
  deliver_translucent(frame, sink, 64);
  EXPECT_EQ(sink.take(), encode_png(frame));
}

TEST(Translucent, IsOpaqueOnWhiteForWhoDecodesWithoutAlpha) {
  const Frame frame = translucent(50, 40);
  const Frame again = decode(encode_png(frame));
  EXPECT_FALSE(again.translucent);
  EXPECT_EQ(again.pixels, test::opaque_pixels(frame));
}

TEST(Translucent, KeepsItsAlphaWhenItIsCutAndLosesItUnderAMask) {
  const Frame frame = translucent(60, 40);
  const Frame part = crop(frame, {10, 5, 30, 20});
  EXPECT_TRUE(part.translucent);
  EXPECT_EQ(row_of(part, 0)[3], row_of(frame, 5)[4 * 10 + 3]);
  const Frame masked = mask(frame, {{10, 5, 30, 20}}, {1, 2, 3});
  EXPECT_TRUE(masked.translucent);
  EXPECT_EQ(row_of(masked, 5)[4 * 10 + 3], 255);
  EXPECT_EQ(row_of(masked, 0)[3], row_of(frame, 0)[3]);
}

TEST(Translucent, PixelsWeighAsMuchAsTheirAlphaWhenScaled) {
  // Black of half the columns, nothing in the others: half black, not grey.
  Frame frame = picture(64, 32, Look::kFlat, 1);
  frame.translucent = true;
  for (int y = 0; y < frame.height; ++y) {
    std::uint8_t* row = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
    for (int x = 0; x < frame.width; ++x) {
      const std::uint8_t level = x % 2 == 0 ? 0 : 255;
      row[4 * x] = row[4 * x + 1] = row[4 * x + 2] = level;
      row[4 * x + 3] = static_cast<std::uint8_t>(255 - level);
    }
  }
  for (const double factor : {0.5, 0.125}) {
    const Frame half = scale(frame, factor);
    EXPECT_TRUE(half.translucent);
    const std::uint8_t* pixel = row_of(half, half.height / 2) + std::size_t{4} * 3;
    EXPECT_EQ(pixel[3], 128) << factor;
    std::uint8_t straight[4];
    rgba_straight(pixel, straight, 1);
    EXPECT_EQ(straight[0], 0) << factor;
  }
}

TEST(Translucent, ScalesAlikeInStripsAndAtOnce) {
  const Frame frame = translucent(311, 173);
  for (const double factor : {0.9, 0.5, 0.31, 0.05}) {
    FrameSink gathering;
    ScaleSink sink(Fit{factor, 0, 0}, gathering);
    deliver_translucent(frame, sink, 19);
    const Frame seen = gathering.take();
    EXPECT_TRUE(seen.translucent);
    EXPECT_EQ(seen.pixels, scale(frame, factor).pixels) << factor;
  }
}

TEST(Translucent, AnOpaquePictureScalesAsItDoesWithoutAlpha) {
  Frame frame = picture(200, 120, Look::kNoise, 5);
  const Frame expected = scale(frame, 0.37);
  frame.translucent = true;
  const Frame seen = scale(frame, 0.37);
  int greatest = 0;
  for (std::size_t i = 0; i < seen.pixels.size(); ++i)
    greatest = std::max(greatest, std::abs(seen.pixels[i] - expected.pixels[i]));
  EXPECT_LE(greatest, 1);
}

TEST(Translucent, AlphaCountsInTiles) {
  Frame frame = translucent(130, 70);
  const Tiles tiles = tiles_of(frame);
  turn_alpha(frame, 77);
  EXPECT_NE(tiles_of(frame), tiles);
  Frame opaque = frame;
  opaque.translucent = false;
  const Tiles before = tiles_of(opaque);
  turn_alpha(opaque, 77);
  EXPECT_EQ(tiles_of(opaque), before);
  SameSink same(tiles);
  turn_alpha(frame, 77);
  deliver_translucent(frame, same, 30);
  EXPECT_TRUE(same.same());
  turn_alpha(frame, 9000);
  deliver_translucent(frame, same, 30);
  EXPECT_FALSE(same.same());
}

}  // namespace
}  // namespace native
