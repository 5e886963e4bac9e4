#include "native/image/codec/bmp_encoder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "native/image/pixels.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::Look;
using test::picture;

constexpr Encoding kBmp{.format = Format::kBmp};

std::uint32_t number_at(const Bytes& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i > 0; --i) number = number << 8 | bytes[at + i - 1];
  return number;
}

TEST(BmpEncoder, HeadersSayWhatFollows) {
  for (const int width : {1, 2, 3, 4, 5, 641}) {
    const Bytes bytes = encode(picture(width, 7, Look::kNoise, 1), kBmp);
    EXPECT_EQ(number_at(bytes, 2), bytes.size());
    EXPECT_EQ(number_at(bytes, 10), 54U);
    EXPECT_EQ(number_at(bytes, 18), static_cast<std::uint32_t>(width));
    EXPECT_EQ(static_cast<std::int32_t>(number_at(bytes, 22)), -7);
    EXPECT_EQ(number_at(bytes, 34), bytes.size() - 54);
    EXPECT_EQ((bytes.size() - 54) % 4, 0U);
  }
}

TEST(BmpEncoder, ThePaddingOfRowsIsZero) {
  const Frame source = picture(5, 400, Look::kNoise, 1);
  const Bytes bytes = encode(source, kBmp);
  for (std::size_t row = 0; row < 400; ++row) EXPECT_EQ(bytes[54 + row * 16 + 15], 0) << row;
}

// Returns the pixels as ImageMagick reads them: B, G, R, straight alpha.
Bytes as_others_read(const Bytes& file) {
  const std::string base = testing::TempDir() + "bmp_encoder_test_" + std::to_string(getpid());
  test::write_file(base + ".bmp", file);
  const std::string command = "convert " + base + ".bmp -depth 8 bgra:" + base + ".raw";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  Bytes pixels = test::read_file(base + ".raw");
  std::remove((base + ".bmp").c_str());
  std::remove((base + ".raw").c_str());
  return pixels;
}

TEST(BmpEncoder, AnIndependentDecoderAgrees) {
  for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {641, 479}, {2000, 601}}) {
    const Frame source = picture(width, height, Look::kNoise, 3, 4, false);
    EXPECT_TRUE(
        std::ranges::equal(as_others_read(encode(source, kBmp)), test::opaque_pixels(source)))
        << width << "x" << height;
  }
}

TEST(BmpEncoder, AnIndependentDecoderSeesTransparency) {
  const Frame source = test::translucent_picture(301, 97, 5);
  Bytes seen = as_others_read(encode(source, kBmp));
  ASSERT_EQ(seen.size(), source.pixels.size());
  EXPECT_TRUE(lay_over_white(seen.data(), seen.size() / 4, AlphaOrder::kBgra));
  EXPECT_TRUE(std::ranges::equal(seen, source.pixels));
}

}  // namespace
}  // namespace native
