#include "native/masking/masking.hpp"

#include <gtest/gtest.h>

#include "native/image/mask.hpp"

namespace native {
namespace {

Frame white(int width, int height) {
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.assign(frame.stride * static_cast<std::size_t>(height), 255);
  frame.origin = {100, 200, width, height};
  return frame;
}

const std::vector<MaskedPart> kParts = {{PiiKind::kEmail, 0, {10, 10, 20, 5}},
                                        {PiiKind::kKey, 1, {0, 20, 40, 5}},
                                        {PiiKind::kKey, 1, {0, 30, 10, 5}}};

TEST(Masking, CountsFindingsNotParts) {
  const auto counts = counts_of(kParts);
  EXPECT_EQ(counts[static_cast<std::size_t>(PiiKind::kEmail)], 1);
  EXPECT_EQ(counts[static_cast<std::size_t>(PiiKind::kKey)], 1);
  EXPECT_EQ(counts[static_cast<std::size_t>(PiiKind::kPhone)], 0);
}

TEST(Masking, FillsAndTellsWhereOnTheDesktop) {
  Frame frame = white(50, 40);
  fill_masked(frame, {kParts, {}}, 0, 0);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 50; ++x) {
      const bool inside = (x >= 10 && x < 30 && y >= 10 && y < 15) ||
                          (x < 40 && y >= 20 && y < 25) || (x < 10 && y >= 30 && y < 35);
      ASSERT_EQ(pixel_at(frame, x, y).red == 0, inside) << x << "," << y;
    }
  ASSERT_TRUE(frame.masked);
  EXPECT_EQ(frame.masked->at(0), (MaskedPart{PiiKind::kEmail, 0, {110, 210, 20, 5}}));
}

TEST(Masking, CutsWhatLiesOutsideOfAPart) {
  Frame frame = white(20, 10);
  fill_masked(frame, {kParts, {}}, 25, 12);
  ASSERT_EQ(frame.masked->size(), 2u);
  EXPECT_EQ(frame.masked->at(0).area, (Rect{100, 200, 5, 3}));
  EXPECT_EQ(frame.masked->at(1).area, (Rect{100, 208, 15, 2}));
}

TEST(Masking, FillsWhatAnExcludedWindowCutsAsTheWindow) {
  Frame frame = white(20, 10);
  fill_masked(frame, {{}, {{3, 2, 5, 4}}}, 0, 1);
  EXPECT_EQ(pixel_at(frame, 3, 1).red, kExcludedColour.red);
  EXPECT_EQ(pixel_at(frame, 7, 4).red, kExcludedColour.red);
  EXPECT_EQ(pixel_at(frame, 8, 4).red, 255);
  EXPECT_EQ(pixel_at(frame, 3, 5).red, 255);
  EXPECT_TRUE(frame.masked->empty()) << "it is not known to be personal data";
}

TEST(Masking, NothingFoundIsNotTheSameAsNotMasked) {
  Frame frame = white(5, 5);
  EXPECT_FALSE(frame.masked);
  fill_masked(frame, {}, 0, 0);
  ASSERT_TRUE(frame.masked);
  EXPECT_TRUE(frame.masked->empty());
}

}  // namespace
}  // namespace native
