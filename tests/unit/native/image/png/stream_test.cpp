#include "native/image/png/stream.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "native/image/idle_pool.hpp"
#include "native/image/png/deflate.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::opaque_pixels;
using test::picture;

std::vector<std::pair<const char*, PngMethod>> methods() {
  std::vector<std::pair<const char*, PngMethod>> result{{"libdeflate 1", PngMethod::kFallback},
                                                        {"libdeflate 6", PngMethod::kSmall}};
  if (has_isal()) result.emplace_back("isal", PngMethod::kIsal);
  return result;
}

// None, one and several, whatever processors there are.
std::vector<IdlePool*> idle_pool() {
  static IdlePool none(0), one(1), three(3);
  return {&none, &one, &three};
}

void expect_same(const Frame& source, const Bytes& png, const std::string& what) {
  SCOPED_TRACE(what + " " + std::to_string(source.width) + "x" + std::to_string(source.height));
  const Frame back = decode(png);
  ASSERT_EQ(back.width, source.width);
  ASSERT_EQ(back.height, source.height);
  ASSERT_TRUE(back.pixels == opaque_pixels(source));
}

void expect_round_trip(const Frame& source) {
  expect_same(source, encode_png_with(source, PngMethod::kFallback, *idle_pool()[0]),
              "libdeflate 1");
  expect_same(source, encode_png(source, PngEffort::kSmall), "small");
  if (!has_isal()) return;
  for (IdlePool* helper : idle_pool())
    expect_same(source, encode_png_with(source, PngMethod::kIsal, *helper), "isal");
}

TEST(PngEncode, AwkwardSizesComeBackIdentical) {
  const int sizes[][2] = {{1, 1},     {1, 2},     {2, 1},     {3, 3},     {7, 5},
                          {8, 8},     {11, 1},    {13, 17},   {1, 40000}, {40000, 1},
                          {65537, 3}, {3, 65537}, {401, 1303}};
  for (const auto& size : sizes)
    for (const Look look : {Look::kNoise, Look::kFlat, Look::kText})
      expect_round_trip(picture(size[0], size[1], look, 3, 20, false));
}

TEST(PngEncode, ARowWiderThanAStripComesBackIdentical) {
  expect_round_trip(picture(700'000, 2, Look::kNoise, 5));
}

TEST(PngEncode, RandomSizesAndStridesComeBackIdentical) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const int width = 1 + static_cast<int>(random() % 900);
    const int height = 1 + static_cast<int>(random() % 700);
    const auto look = static_cast<Look>(random() % 3);
    expect_round_trip(
        picture(width, height, look, static_cast<std::uint32_t>(random()), random() % 40, false));
  }
}

TEST(PngEncode, TheLastRowNeedsNoPadding) {
  Frame source = picture(9, 4, Look::kNoise, 3, 20);
  source.pixels.resize(source.pixels.size() - 20);
  expect_round_trip(source);
}

TEST(PngEncode, AnIndependentDecoderAgrees) {
  const std::string base = testing::TempDir() + "png_encode_test_" + std::to_string(getpid());
  for (const auto& [width, height] : {std::pair{1, 1}, {641, 479}, {2000, 601}}) {
    const Frame source = picture(width, height, Look::kNoise, 3, 4, false);
    for (const PngEffort effort : {PngEffort::kFast, PngEffort::kSmall}) {
      test::write_file(base + ".png", encode_png(source, effort));
      const std::string command = "convert " + base + ".png -depth 8 bgra:" + base + ".raw";
      ASSERT_EQ(std::system(command.c_str()), 0) << command;
      EXPECT_TRUE(std::ranges::equal(test::read_file(base + ".raw"), opaque_pixels(source)))
          << width << "x" << height;
    }
  }
  std::remove((base + ".png").c_str());
  std::remove((base + ".raw").c_str());
}

TEST(PngEncode, ThreadsDoNotDisturbEachOther) {
  std::vector<std::thread> threads;
  for (std::uint32_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([seed] {
      for (std::uint32_t round = 0; round < 8; ++round)
        expect_round_trip(
            picture(300 + static_cast<int>(seed * 50 + round), 900, Look::kText, seed));
    });
  for (auto& thread : threads) thread.join();
}

TEST(PngEncode, TheFileIsTheSameWhoeverHelps) {
  const Frame source = picture(1931, 1079, Look::kText, 3, 12, false);
  const Bytes alone = encode_png_with(source, png_method(PngEffort::kFast), *idle_pool()[0]);
  for (int round = 0; round < 5; ++round)
    for (IdlePool* helper : idle_pool())
      EXPECT_TRUE(encode_png_with(source, png_method(PngEffort::kFast), *helper) == alone);
}

TEST(PngEncode, RowsMayComeInAnyPieces) {
  const Frame source = picture(1283, 977, Look::kText, 9, 8, false);
  std::mt19937 random(4);
  for (const auto& [name, method] : methods()) {
    const auto output = std::make_shared<MemoryOutput>();
    PngStream stream(source.width, source.height, method, *idle_pool()[1], PngColour::kRgb, output);
    for (int y = 0; y < source.height;) {
      const int rows = std::min(source.height - y, static_cast<int>(random() % 200));
      stream.add(source.pixels.data() + static_cast<std::size_t>(y) * source.stride, source.stride,
                 rows);
      y += rows;
    }
    stream.finish();
    expect_same(source, output->take(), name);
  }
}

TEST(PngEncode, AStreamMayBeGivenUp) {
  const Frame source = picture(1920, 1080, Look::kText, 9);
  for (int round = 0; round < 20; ++round) {
    PngStream stream(source.width, source.height, PngEffort::kFast, PngColour::kRgb,
                     std::make_shared<MemoryOutput>());
    stream.add(source.pixels.data(), source.stride, 100 + round * 40);
    EXPECT_EQ(code_of([&] { stream.finish(); }), "INTERNAL_ERROR");
    EXPECT_EQ(code_of([&] { stream.add(source.pixels.data(), source.stride, 1080); }),
              "INTERNAL_ERROR");
  }
}

TEST(PngEncode, SmallIsSmaller) {
  const Frame source = picture(1200, 800, Look::kText, 3);
  EXPECT_LT(encode_png(source, PngEffort::kSmall).size(), encode_png(source).size());
}

TEST(PngEncode, RefusesEmptyAndIncompletePictures) {
  Frame source = picture(9, 4, Look::kNoise, 3);
  source.pixels.pop_back();
  EXPECT_EQ(code_of([&] { encode_png(source); }), "INVALID_ARGUMENT");
  source.stride = 35;
  EXPECT_EQ(code_of([&] { encode_png(source); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { encode_png(Frame()); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
