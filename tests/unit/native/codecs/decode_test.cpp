#include <gtest/gtest.h>
#include <libdeflate.h>
#include <webp/encode.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::opaque_pixels;
using test::picture;

Bytes webp_of(const Frame& frame, bool lossless) {
  std::uint8_t* out = nullptr;
  const int stride = static_cast<int>(frame.stride);
  const std::size_t size =
      lossless
          ? WebPEncodeLosslessBGRA(frame.pixels.data(), frame.width, frame.height, stride, &out)
          : WebPEncodeBGRA(frame.pixels.data(), frame.width, frame.height, stride, 80, &out);
  Bytes result(out, out + size);
  WebPFree(out);
  return result;
}

// One small picture in every kind of file that decode() reads.
std::vector<std::pair<std::string, Bytes>> files() {
  const Frame frame = picture(23, 19, Look::kText, 4);
  return {
      {"png fast", encode_png(frame)},         {"png small", encode_png(frame, PngEffort::kSmall)},
      {"jpeg 444", encode_jpeg(frame, 95)},    {"jpeg 420", encode_jpeg(frame, 60)},
      {"webp lossless", webp_of(frame, true)}, {"webp lossy", webp_of(frame, false)}};
}

// Decodes, and returns the code; a picture that decodes must be whole.
std::string outcome(const Bytes& bytes, std::uint64_t max_pixels = 1'000'000) {
  return code_of([&] {
    const Frame frame = decode(bytes, max_pixels);
    const auto rows = static_cast<std::size_t>(frame.height);
    ASSERT_GT(frame.width, 0);
    ASSERT_EQ(frame.pixels.size(), static_cast<std::size_t>(frame.width) * 4 * rows);
    for (std::size_t i = 3; i < frame.pixels.size(); i += 4) ASSERT_EQ(frame.pixels[i], 255);
  });
}

TEST(Sniff, KnowsTheFormatsByTheirFirstBytes) {
  for (const auto& [name, bytes] : files()) EXPECT_EQ(sniff(bytes), name.substr(0, name.find(' ')));
  EXPECT_EQ(sniff(encode(picture(3, 2, Look::kFlat, 1), {.format = Format::kBmp})), "bmp");
  EXPECT_EQ(sniff(encode(test::translucent_picture(3, 2, 1), {.format = Format::kBmp})), "bmp");
  EXPECT_EQ(sniff(Bytes{'B', 'M', 'W', ' ', 'm', 'o', 't', 'o', 'r', 's', ' ',
                        '(', '1', ')', '.', ' ', 'A', ' ', 't', 'e', 'x', 't'}),
            "");
  EXPECT_EQ(sniff({}), "");
  EXPECT_EQ(sniff(Bytes{'G', 'I', 'F', '8', '9', 'a'}), "");
  EXPECT_EQ(sniff(Bytes{'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'A', 'V', 'E'}), "");
}

TEST(Decode, WholeFilesDecode) {
  for (const auto& [name, bytes] : files()) EXPECT_EQ(outcome(bytes), "") << name;
}

TEST(Decode, LosslessWebpIsIdentical) {
  const Frame source = picture(61, 47, Look::kNoise, 8);
  EXPECT_TRUE(decode(webp_of(source, true)).pixels == opaque_pixels(source));
}

TEST(Decode, WhatIsNoPictureIsRefused) {
  EXPECT_EQ(outcome({}), "INVALID_ARGUMENT");
  EXPECT_EQ(outcome({'h', 'e', 'l', 'l', 'o'}), "INVALID_ARGUMENT");
  EXPECT_EQ(outcome(Bytes(1000, 0)), "INVALID_ARGUMENT");
  EXPECT_EQ(outcome(encode(picture(3, 2, Look::kFlat, 1), {.format = Format::kBmp})),
            "INVALID_ARGUMENT");
}

TEST(Decode, EveryTruncationIsRefused) {
  for (const auto& [name, bytes] : files())
    for (std::size_t length = 0; length < bytes.size(); ++length)
      ASSERT_EQ(outcome(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length))),
                "INVALID_ARGUMENT")
          << name << " cut to " << length << " of " << bytes.size();
}

TEST(Decode, FlippedBitsNeverDoWorseThanARefusal) {
  std::mt19937 random(21);
  for (const auto& [name, bytes] : files())
    for (int round = 0; round < 1500; ++round) {
      Bytes damaged = bytes;
      for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
        damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1U << (random() % 8));
      const std::string code = outcome(damaged);
      ASSERT_TRUE(code.empty() || code == "INVALID_ARGUMENT") << name << ": " << code;
    }
}

TEST(Decode, FlippedBitsInAPngAreNoticed) {
  const Bytes bytes = encode_png(picture(23, 19, Look::kText, 4));
  std::mt19937 random(22);
  for (int round = 0; round < 500; ++round) {
    Bytes damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1U << (random() % 8));
    ASSERT_EQ(outcome(damaged), "INVALID_ARGUMENT");
  }
}

TEST(Decode, TheSizeIsCheckedBeforeUnpacking) {
  for (const auto& [name, bytes] : files()) {
    EXPECT_EQ(outcome(bytes, 23 * 19), "") << name;
    EXPECT_EQ(outcome(bytes, 23 * 19 - 1), "INVALID_ARGUMENT") << name;
  }
}

// Puts another size into the header of a PNG, with a right checksum.
Bytes with_size(Bytes png, std::uint32_t width, std::uint32_t height) {
  const auto put = [&png](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i)
      png[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  };
  put(16, width);
  put(20, height);
  put(29, libdeflate_crc32(0, png.data() + 12, 17));
  return png;
}

TEST(Decode, AHeaderThatLiesIsRefused) {
  const Bytes png = encode_png(picture(23, 19, Look::kText, 4));
  EXPECT_EQ(outcome(with_size(png, 23, 19)), "");
  for (const auto& [width, height] : {std::pair{9999U, 9999U},
                                      {23U, 20U},
                                      {24U, 19U},
                                      {0U, 19U},
                                      {0x7fffffffU, 1U},
                                      {0x7fffffffU, 0x7fffffffU},
                                      {0xffffffffU, 0xffffffffU}})
    EXPECT_EQ(outcome(with_size(png, width, height), 100'000'000), "INVALID_ARGUMENT") << width;
  const std::uint64_t no_limit = ~std::uint64_t{0};
  EXPECT_EQ(outcome(with_size(png, 500'000, 500'000), no_limit), "INVALID_ARGUMENT");
}

TEST(Decode, ABombIsRefusedBeforeItUnfolds) {
  const Bytes bomb = encode_png(picture(4000, 4000, Look::kFlat, 1), PngEffort::kSmall);
  EXPECT_LT(bomb.size(), 200'000U);
  EXPECT_EQ(outcome(bomb, 15'999'999), "INVALID_ARGUMENT");
}

// Kinds of PNG and JPEG that our own encoders never write, made by an independent one.
TEST(Decode, ForeignKinds) {
  const std::string base = testing::TempDir() + "decode_test_" + std::to_string(getpid());
  const auto made = [&base](const std::string& how, const std::string& extension) {
    const std::string path = base + "." + extension;
    const std::string command = "convert -size 40x30 " + how + " " + path;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    const Bytes bytes = test::read_file(path);
    std::remove(path.c_str());
    return bytes;
  };
  const auto first_pixel = [](const Frame& frame) {
    return std::vector<int>(frame.pixels.begin(), frame.pixels.begin() + 4);
  };
  EXPECT_EQ(first_pixel(decode(made("xc:'#123456' -define png:color-type=3", "png"))),
            (std::vector<int>{0x56, 0x34, 0x12, 255}));
  EXPECT_EQ(first_pixel(decode(made("xc:'#808080' -define png:color-type=0", "png"))),
            (std::vector<int>{0x80, 0x80, 0x80, 255}));
  EXPECT_EQ(first_pixel(decode(
                made("xc:'#123456' -interlace PNG -depth 16 -define png:color-type=2", "png"))),
            (std::vector<int>{0x56, 0x34, 0x12, 255}));
  EXPECT_EQ(first_pixel(decode(made("xc:'rgba(0,0,0,0)' -define png:color-type=6", "png"))),
            (std::vector<int>{255, 255, 255, 255}));
  EXPECT_EQ(outcome(made("plasma:red-blue -interlace JPEG -quality 85", "jpg")), "");
  EXPECT_EQ(outcome(made("xc:gray -colorspace Gray -quality 85", "jpg")), "");
}

}  // namespace
}  // namespace native
