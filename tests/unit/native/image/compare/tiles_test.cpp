#include "native/image/compare/tiles.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::deliver;
using test::Look;
using test::picture;

bool looks_same(const Tiles& tiles, const Frame& frame, int rows) {
  SameSink sink(tiles);
  deliver(frame, sink, rows);
  return sink.same();
}

RC_GTEST_PROP(TilesProperty, TellOneChangedPixelAndItsTile, ()) {
  const int width = *rc::gen::inRange(1, 300);
  const int height = *rc::gen::inRange(1, 200);
  const Frame frame =
      picture(width, height, *rc::gen::element(Look::kFlat, Look::kText, Look::kNoise), 7,
              static_cast<std::size_t>(*rc::gen::inRange(0, 9)));
  const Tiles before = tiles_of(frame);
  Frame changed = frame;
  const int x = *rc::gen::inRange(0, width);
  const int y = *rc::gen::inRange(0, height);
  changed.pixels[static_cast<std::size_t>(y) * frame.stride + static_cast<std::size_t>(x) * 4 +
                 static_cast<std::size_t>(*rc::gen::inRange(0, 3))] ^=
      static_cast<std::uint8_t>(*rc::gen::inRange(1, 256));
  const Tiles after = tiles_of(changed);
  const auto columns = static_cast<std::size_t>((width + kTileSide - 1) / kTileSide);
  RC_ASSERT(before.hashes.size() ==
            columns * static_cast<std::size_t>((height + kTileSide - 1) / kTileSide));
  for (std::size_t i = 0; i < before.hashes.size(); ++i) {
    const bool here = i == static_cast<std::size_t>(y / kTileSide) * columns +
                               static_cast<std::size_t>(x / kTileSide);
    RC_ASSERT((before.hashes[i] != after.hashes[i]) == here);
  }
  const int rows = *rc::gen::inRange(1, 140);
  RC_ASSERT(looks_same(before, frame, rows));
  RC_ASSERT(!looks_same(before, changed, rows));
}

TEST(Tiles, DoNotDependOnStridesAndStrips) {
  const Frame frame = picture(200, 150, Look::kNoise, 3, 28);
  const Frame packed = crop(frame, {0, 0, 200, 150});
  EXPECT_EQ(tiles_of(frame), tiles_of(packed));
  for (const int rows : {1, 7, 64, 65, 150}) {
    FrameSink gathering;
    TileSink sink(gathering);
    deliver(frame, sink, rows);
    EXPECT_EQ(sink.take(), tiles_of(packed)) << rows;
    EXPECT_EQ(gathering.take().pixels, packed.pixels);
  }
}

TEST(Tiles, OfDifferentSizesOrOrdersDiffer) {
  const Frame frame = picture(64, 128, Look::kFlat, 3);
  EXPECT_FALSE(looks_same(tiles_of(frame), picture(64, 127, Look::kFlat, 3), 10));
  EXPECT_FALSE(looks_same(tiles_of(frame), picture(63, 128, Look::kFlat, 3), 10));
  Frame top = frame, bottom = frame;
  for (int x = 0; x < 64; ++x) {
    top.pixels[static_cast<std::size_t>(x) * 4] = 0;
    bottom.pixels[63 * bottom.stride + static_cast<std::size_t>(x) * 4] = 0;
  }
  EXPECT_NE(tiles_of(top), tiles_of(bottom));
}

// 20 000 pictures that differ as little as can be have 20 000 hashes.
TEST(Tiles, DoNotCollideWhereChangesAreSmall) {
  Frame frame = picture(32, 32, Look::kFlat, 3);
  std::set<std::uint64_t> seen;
  int made = 0;
  for (std::size_t i = 0; i < frame.pixels.size(); ++i) {
    if (i % 4 == 3) continue;
    const std::uint8_t before = frame.pixels[i];
    for (const int by : {1, 2, 4, 8, 16, 32, 128}) {
      frame.pixels[i] = static_cast<std::uint8_t>(before ^ by);
      seen.insert(tiles_of(frame).hashes[0]);
      ++made;
    }
    frame.pixels[i] = before;
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(made));
}

TEST(Tiles, RefuseWrongRows) {
  Frame frame = picture(10, 10, Look::kNoise, 3);
  TileHasher hasher(10, 10);
  hasher.add(frame.pixels.data(), frame.stride, 9);
  EXPECT_EQ(code_of([&] { hasher.finish(); }), "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { hasher.add(frame.pixels.data(), frame.stride, 2); }), "INTERNAL_ERROR");
  EXPECT_EQ(code_of([&] { tiles_of(Frame()); }), "INVALID_ARGUMENT");
  SameSink nothing(tiles_of(frame));
  EXPECT_FALSE(nothing.same());
}

}  // namespace
}  // namespace native
