#include <gtest/gtest.h>
#include <turbojpeg.h>

#include <cstdlib>

#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

int subsampling_of(const Bytes& jpeg) {
  int width = 0;
  int height = 0;
  int subsampling = -1;
  int colours = 0;
  const tjhandle handle = tjInitDecompress();
  tjDecompressHeader3(handle, jpeg.data(), static_cast<unsigned long>(jpeg.size()), &width, &height,
                      &subsampling, &colours);
  tjDestroy(handle);
  return subsampling;
}

TEST(JpegEncode, ComesBackNearlyTheSame) {
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

TEST(JpegEncode, KeepsFullColourFromQuality90) {
  const Frame source = picture(64, 64, Look::kNoise, 1);
  EXPECT_EQ(subsampling_of(encode_jpeg(source, 90)), TJSAMP_444);
  EXPECT_EQ(subsampling_of(encode_jpeg(source, 89)), TJSAMP_420);
  EXPECT_LT(encode_jpeg(source, 30).size(), encode_jpeg(source, 80).size());
}

TEST(JpegEncode, AwkwardSizes) {
  const int sizes[][2] = {{1, 1}, {1, 500}, {500, 1}, {17, 15}, {65500, 1}};
  for (const auto& size : sizes) {
    const Frame back = decode(encode_jpeg(picture(size[0], size[1], Look::kNoise, 1, 4), 85));
    EXPECT_EQ(back.width, size[0]);
    EXPECT_EQ(back.height, size[1]);
  }
}

TEST(JpegEncode, RefusesWhatJpegCannotHold) {
  try {
    encode_jpeg(picture(65501, 1, Look::kFlat, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    EXPECT_NE(error.hint.find("PNG"), std::string::npos);
  }
  EXPECT_EQ(code_of([] { encode_jpeg(picture(2, 2, Look::kFlat, 1), 0); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([] { encode_jpeg(picture(2, 2, Look::kFlat, 1), 101); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([] { encode_jpeg(Frame()); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
