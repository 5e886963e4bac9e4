#include "native/image/numbered_outlines.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::Look;
using test::picture;

constexpr Rect kPicture{0, 0, 640, 480};
constexpr Rect kLabel{0, 0, 28, 20};

std::vector<Rect> places(const std::vector<Rect>& rects) {
  return place_labels(rects, std::vector<Rect>(rects.size(), kLabel), kPicture);
}

bool lies_inside(const Rect& inner, const Rect& outer) {
  return intersection(inner, outer) == inner;
}

TEST(PlaceLabels, AboveTheRectangleWhereThereIsRoom) {
  EXPECT_EQ(places({{100, 100, 80, 30}}), (std::vector<Rect>{{100, 80, 28, 20}}));
}

TEST(PlaceLabels, NotOverAnotherRectangle) {
  const std::vector<Rect> rects{{100, 60, 300, 40}, {100, 100, 300, 40}};
  for (const Rect& label : places(rects))
    for (const Rect& rect : rects) EXPECT_TRUE(intersection(label, rect).empty());
}

TEST(PlaceLabels, InsideTheirOwnRectangleRatherThanInAnother) {
  const std::vector<Rect> rects{{0, 0, 640, 40}, {0, 40, 640, 40}, {0, 80, 640, 400}};
  const std::vector<Rect> labels = places(rects);
  for (std::size_t i = 0; i < rects.size(); ++i) EXPECT_TRUE(lies_inside(labels[i], rects[i]));
}

TEST(PlaceLabels, NoneBeyondThePicture) {
  EXPECT_TRUE(places({{700, 10, 20, 20}}).front().empty());
}

// A hundred random screens of buttons: every label lies in the picture and none over another one,
// which there is room for.
TEST(PlaceLabels, LieInThePictureAndApart) {
  std::mt19937 random(5);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 100; ++round) {
    std::vector<Rect> rects;
    for (int i = between(1, 12); i > 0; --i)
      rects.push_back({between(-20, 630), between(-20, 470), between(30, 200), between(25, 60)});
    const std::vector<Rect> labels = places(rects);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      ASSERT_TRUE(lies_inside(labels[i], kPicture)) << "round " << round;
      ASSERT_EQ(labels[i].empty(), intersection(rects[i], kPicture).empty());
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_TRUE(intersection(labels[i], labels[j]).empty()) << "round " << round;
    }
  }
}

TEST(OutlineNumbered, WritesEachNumberInItsOwnWay) {
  const Frame frame = picture(200, 100, Look::kFlat, 1, 12);
  const std::vector<Rect> rects{{50, 50, 60, 30}};
  std::vector<decltype(Frame::pixels)> seen;
  for (int number = 0; number < 120; ++number) {
    const Frame drawn = outline_numbered(frame, rects, {number}, Colour{1, 2, 3}, 2);
    for (const auto& other : seen) ASSERT_NE(drawn.pixels, other) << number;
    seen.push_back(drawn.pixels);
  }
}

TEST(OutlineNumbered, ChangesNothingElse) {
  Frame frame = picture(200, 100, Look::kFlat, 1, 12);
  frame.origin = {7, 8, 200, 100};
  const Rect rect{50, 50, 60, 30};
  const Frame drawn = outline_numbered(frame, {rect}, {8}, std::nullopt, 2);
  EXPECT_EQ(drawn.origin, frame.origin);
  const Rect around{40, 20, 80, 70};
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      const Rect pixel{x, y, 1, 1};
      const bool line = lies_inside(pixel, rect) && !lies_inside(pixel, {52, 52, 56, 26});
      const Colour before = pixel_at(frame, x, y), after = pixel_at(drawn, x, y);
      const bool same =
          before.red == after.red && before.green == after.green && before.blue == after.blue;
      const bool untouched = !lies_inside(pixel, around) || lies_inside(pixel, {52, 52, 56, 26});
      EXPECT_FALSE(line && same) << x << "," << y;
      EXPECT_FALSE(untouched && !same) << x << "," << y;
    }
}

TEST(OutlineNumbered, TakesRectanglesBeyondThePicture) {
  const Frame frame = picture(20, 10, Look::kFlat, 1, 12);
  const std::vector<Rect> rects{{-5, -5, 8, 8}, {100, 100, 5, 5}, {0, 0, 1000000, 1000000}};
  const Frame drawn = outline_numbered(frame, rects, {123456, 1, 999999}, std::nullopt, 1000);
  EXPECT_EQ(drawn.width, 20);
}

}  // namespace
}  // namespace native
