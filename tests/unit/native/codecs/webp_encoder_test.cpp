#include "native/codecs/webp_encoder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::Look;
using test::picture;

RC_GTEST_PROP(WebpEncoderProperty, LosesNothingWithoutAQuality, ()) {
  const int width = *rc::gen::inRange(1, 120);
  const int height = *rc::gen::inRange(1, 120);
  const auto seed = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1 << 30));
  const Frame opaque =
      picture(width, height, static_cast<Look>(*rc::gen::inRange(0, 3)), seed, 8, false);
  RC_ASSERT(decode(encode(opaque, {.format = Format::kWebp})).pixels ==
            test::opaque_pixels(opaque));
  const Frame clear = test::translucent_picture(width, height, seed);
  const Frame again =
      decode(encode(clear, {.format = Format::kWebp}), kMaxPixels, {}, Alpha::kKept);
  RC_ASSERT(again.pixels == clear.pixels);
}

TEST(WebpEncoder, WithAQualityItIsNearlyTheSame) {
  const Frame source = picture(203, 101, Look::kFlat, 1, 24, false);
  const Bytes file = encode(source, {.format = Format::kWebp, .quality = 80});
  EXPECT_EQ(sniff(file), "webp");
  const Frame back = decode(file);
  const auto expected = test::opaque_pixels(source);
  ASSERT_EQ(back.pixels.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_LE(std::abs(back.pixels[i] - expected[i]), 6) << "byte " << i;
}

TEST(WebpEncoder, KeepsTransparencyWithAQuality) {
  const Frame source = test::translucent_picture(60, 40, 2);
  const Frame back = decode(encode(source, {.format = Format::kWebp, .quality = 90}), kMaxPixels,
                            {}, Alpha::kKept);
  EXPECT_TRUE(back.translucent);
}

TEST(WebpEncoder, HoldsTheLongestSide) {
  const Frame back = decode(encode(picture(16383, 1, Look::kText, 1), {.format = Format::kWebp}));
  EXPECT_EQ(back.width, 16383);
}

}  // namespace
}  // namespace native
