#include "native/text/reading_cache.hpp"

#include <gtest/gtest.h>

#include "native/desktop/error.hpp"

namespace native {
namespace {

Frame flat(int width, int height, std::uint8_t level) {
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.assign(frame.stride * static_cast<std::size_t>(height), level);
  return frame;
}

// Counts its readings. Each returns a different word, so that a cached one can be recognised.
struct Reader {
  int readings = 0;
  ReadingCache::Read read = [this](const Frame& frame) {
    Word word;
    word.bounds = {0, 0, frame.width, frame.height};
    word.text = std::to_string(++readings);
    return std::vector<Word>{word};
  };
};

TEST(ReadingCache, ReadsTheSamePixelsOnce) {
  ReadingCache cache;
  Reader reader;
  EXPECT_EQ(cache.get(flat(300, 200, 9), "eng", reader.read)[0].text, "1");
  EXPECT_EQ(cache.get(flat(300, 200, 9), "eng", reader.read)[0].text, "1");
  EXPECT_EQ(cache.get(flat(300, 200, 9), "eng", reader.read)[0].bounds.width, 300);
  EXPECT_EQ(cache.get(flat(300, 200, 8), "eng", reader.read)[0].text, "2");
  EXPECT_EQ(cache.get(flat(300, 200, 9), "deu", reader.read)[0].text, "3");
  EXPECT_EQ(cache.get(flat(200, 300, 9), "eng", reader.read)[0].text, "4");
  Frame changed = flat(300, 200, 9);
  changed.pixels[changed.pixels.size() - 2] = 10;
  EXPECT_EQ(cache.get(changed, "eng", reader.read)[0].text, "5");
  EXPECT_EQ(cache.get(flat(300, 200, 9), "eng", reader.read)[0].text, "1");
}

TEST(ReadingCache, IsBoundedAndForgetsTheLeastUsed) {
  const std::size_t most = 20'000;
  ReadingCache cache(most);
  Reader reader;
  for (int i = 0; i < 1000; ++i) {
    cache.get(flat(100 + i, 70, 9), "eng", reader.read);
    cache.get(flat(50, 70, 9), "eng", reader.read);
    ASSERT_LE(cache.bytes(), most);
  }
  EXPECT_GT(cache.bytes(), 1000U);
  EXPECT_EQ(reader.readings, 1001);
  EXPECT_EQ(cache.get(flat(100, 70, 9), "eng", reader.read)[0].text, "1002");
}

TEST(ReadingCache, KeepsNothingThatIsTooLargeOrFailed) {
  ReadingCache cache(100);
  Reader reader;
  cache.get(flat(640, 640, 9), "eng", reader.read);
  EXPECT_EQ(cache.bytes(), 0U);
  EXPECT_EQ(cache.get(flat(640, 640, 9), "eng", reader.read)[0].text, "2");
  ReadingCache other;
  const ReadingCache::Read fails = [](const Frame&) -> std::vector<Word> {
    throw Error("TIMEOUT", "too late");
  };
  EXPECT_THROW(other.get(flat(10, 10, 9), "eng", fails), Error);
  EXPECT_EQ(other.get(flat(10, 10, 9), "eng", reader.read)[0].text, "3");
}

}  // namespace
}  // namespace native
