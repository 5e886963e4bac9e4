#include "native/image/png/strip_cache.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "native/image/png/deflate.hpp"
#include "native/image/png/stream.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::Look;
using test::opaque_pixels;
using test::picture;

class StripCache : public testing::Test {
 protected:
  StripCache() { forget_strips(); }
  ~StripCache() override { forget_strips(); }
};

std::vector<std::uint8_t> bytes(std::size_t count, std::uint8_t value) {
  return std::vector<std::uint8_t>(count, value);
}

CompressedStrip& fill(CompressedStrip& strip, std::size_t size) {
  const std::vector<std::uint8_t> content = bytes(size, 7);
  strip.chunk.append(content.data(), content.size());
  strip.adler = 42;
  strip.length = size * 6;
  return strip;
}

TEST_F(StripCache, KnowsAStripByItsBytesAndItsPlace) {
  const auto one = bytes(1000, 1), other = bytes(1000, 2), shorter = bytes(999, 1);
  const StripKey key = strip_key(one, false, false);
  EXPECT_EQ(strip_key(one, false, false), key);
  for (const StripKey& different :
       {strip_key(other, false, false), strip_key(shorter, false, false),
        strip_key(one, true, false), strip_key(one, false, true)})
    EXPECT_FALSE(different == key);
  CompressedStrip strip;
  EXPECT_EQ(known_strip(key), nullptr);
  remember_strip(key, fill(strip, 100));
  const CompressedStripRef found = known_strip(key);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->adler, 42U);
  EXPECT_EQ(found->length, 600U);
  EXPECT_EQ(found->chunk.size(), 100U);
  EXPECT_EQ(known_strip(strip_key(other, false, false)), nullptr);
}

TEST_F(StripCache, ForgetsWhatWasNotUsedForLongest) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  std::vector<StripKey> keys;
  for (std::uint8_t i = 0; i < 9; ++i) {
    CompressedStrip strip;
    keys.push_back(strip_key(bytes(100, i), false, false));
    remember_strip(keys.back(), fill(strip, kLarge));
    EXPECT_NE(known_strip(keys.front()), nullptr);  // used again each time
  }
  EXPECT_EQ(known_strip(keys[1]), nullptr);
  EXPECT_NE(known_strip(keys[2]), nullptr);
  EXPECT_NE(known_strip(keys[8]), nullptr);
}

TEST_F(StripCache, AKnownPictureIsTheSameFile) {
  const Frame source = picture(1300, 900, Look::kText, 3, 12, false);
  const Bytes first = encode_png(source);
  for (int round = 0; round < 3; ++round) EXPECT_TRUE(encode_png(source) == first);
}

TEST_F(StripCache, OnePixelMakesAStripNew) {
  Frame source = picture(1300, 900, Look::kText, 3, 12, false);
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    const std::size_t row = random() % 900, column = random() % 1300;
    source.pixels[row * source.stride + column * 4 + random() % 3] ^= 0x10;
    ASSERT_TRUE(decode(encode_png(source)).pixels == opaque_pixels(source));
  }
}

TEST_F(StripCache, ThreadsShareIt) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (std::uint32_t round = 0; round < 12; ++round) {
        const Frame source = picture(800, 600, Look::kText, round % 3);
        EXPECT_TRUE(decode(encode_png(source)).pixels == opaque_pixels(source));
      }
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace native
