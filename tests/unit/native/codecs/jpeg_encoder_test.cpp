#include <gtest/gtest.h>

#include <cstdlib>

#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

// Returns how many pixels share one colour: 1 or 4, from the sampling factors of the frame header
// (ITU-T T.81, B.2.2).
int pixels_of_a_colour(const Bytes& jpeg) {
  for (std::size_t at = 2; at + 12 < jpeg.size();) {
    if (jpeg[at + 1] == 0xc0) return (jpeg[at + 11] >> 4) * (jpeg[at + 11] & 15);
    at += 2 + std::size_t{256} * jpeg[at + 2] + jpeg[at + 3];
  }
  return 0;
}

TEST(JpegEncoder, ComesBackNearlyTheSame) {
  const Frame source = picture(203, 101, Look::kFlat, 1, 24, false);
  const Bytes jpeg = encode_jpeg(source, 90);
  EXPECT_EQ(sniff(jpeg), "jpeg");
  const Frame back = decode(jpeg);
  ASSERT_EQ(back.width, 203);
  ASSERT_EQ(back.height, 101);
  const auto expected = test::opaque_pixels(source);
  ASSERT_EQ(back.pixels.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_LE(std::abs(back.pixels[i] - expected[i]), 2) << "byte " << i;
}

TEST(JpegEncoder, KeepsFullColourFromQuality90) {
  const Frame source = picture(64, 64, Look::kNoise, 1);
  EXPECT_EQ(pixels_of_a_colour(encode_jpeg(source, 90)), 1);
  EXPECT_EQ(pixels_of_a_colour(encode_jpeg(source, 89)), 4);
  EXPECT_LT(encode_jpeg(source, 30).size(), encode_jpeg(source, 80).size());
}

TEST(JpegEncoder, AwkwardSizes) {
  const int sizes[][2] = {{1, 1}, {1, 500}, {500, 1}, {17, 15}, {65500, 1}};
  for (const auto& size : sizes) {
    const Frame back = decode(encode_jpeg(picture(size[0], size[1], Look::kNoise, 1, 4), 85));
    EXPECT_EQ(back.width, size[0]);
    EXPECT_EQ(back.height, size[1]);
  }
}

TEST(JpegEncoder, RefusesWhatJpegCannotHold) {
  try {
    encode_jpeg(picture(65501, 1, Look::kFlat, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "UNSUPPORTED_FORMAT");
    EXPECT_NE(error.hint.find("PNG"), std::string::npos);
  }
  EXPECT_EQ(code_of([] { encode_jpeg(picture(2, 2, Look::kFlat, 1), 0); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([] { encode_jpeg(picture(2, 2, Look::kFlat, 1), 101); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([] { encode_jpeg(Frame()); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
