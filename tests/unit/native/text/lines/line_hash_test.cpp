#include "native/text/lines/line_hash.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/unit/native/text/lines/canvas.hpp"

namespace native {
namespace {

using namespace test;

Frame random_frame(int width, int height) {
  Frame frame = blank(width, height);
  for (std::uint8_t& byte : frame.pixels) byte = *rc::gen::arbitrary<std::uint8_t>();
  return frame;
}

RC_GTEST_PROP(LineHashProperty, EveryPixelCounts, ()) {
  Frame frame = random_frame(1 + up_to(80), 1 + up_to(6));
  const TextLine line{{0, 0, frame.width, frame.height}, false, {}};
  const LineHash before = hash_of(frame, line);
  std::uint8_t* pixel = pixel_at(frame, up_to(frame.width - 1), up_to(frame.height - 1));
  pixel[3] ^= 255;
  RC_ASSERT(hash_of(frame, line) == before);
  pixel[up_to(2)] ^= static_cast<std::uint8_t>(1 << up_to(7));
  const LineHash after = hash_of(frame, line);
  RC_ASSERT(after.first != before.first);
  RC_ASSERT(after.second != before.second);
}

RC_GTEST_PROP(LineHashProperty, ThePlaceDoesNotCount, ()) {
  const Frame part = random_frame(1 + up_to(80), 1 + up_to(6));
  const int x = up_to(100), y = up_to(20);
  Frame frame = blank(x + part.width + up_to(9), y + part.height + up_to(9));
  paste(frame, part, x, y);
  RC_ASSERT(hash_of(frame, {{x, y, part.width, part.height}, false, {}}) ==
            hash_of(part, {{0, 0, part.width, part.height}, false, {}}));
}

TEST(LineHash, ShapesDiffer) {
  const Frame frame = blank(40, 40);
  const LineHash hash = hash_of(frame, {{0, 0, 40, 10}, false, {}});
  EXPECT_NE(hash, hash_of(frame, {{0, 0, 10, 40}, false, {}}));
  EXPECT_NE(hash, hash_of(frame, {{0, 0, 40, 11}, false, {}}));
  EXPECT_NE(hash, hash_of(frame, {{0, 0, 40, 10}, true, {}}));
  EXPECT_EQ(hash, hash_of(frame, {{0, 9, 40, 10}, false, {}}));
}

TEST(LineHash, ExcludedLinesDoNotCount) {
  Frame frame = blank(40, 40);
  const TextLine block{{4, 4, 30, 30}, true, {{10, 10, 8, 4}}};
  const LineHash before = hash_of(frame, block);
  pixel_at(frame, 12, 11)[0] = 3;
  EXPECT_EQ(hash_of(frame, block), before);
  pixel_at(frame, 12, 14)[0] = 3;
  EXPECT_NE(hash_of(frame, block), before);
}

}  // namespace
}  // namespace native
