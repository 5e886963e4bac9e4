#include "native/image/find/find.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <random>

#include "native/image/compare/compare.hpp"
#include "native/image/find/window_sums.hpp"
#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

Rect any_part(int width, int height) {
  const int x = *rc::gen::inRange(0, width);
  const int y = *rc::gen::inRange(0, height);
  return {x, y, *rc::gen::inRange(1, width - x + 1), *rc::gen::inRange(1, height - y + 1)};
}

Frame any_picture() {
  return picture(*rc::gen::inRange(1, 120), *rc::gen::inRange(1, 90),
                 *rc::gen::element(Look::kNoise, Look::kFlat, Look::kText),
                 *rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(0, 9), false);
}

bool is_there(const Frame& frame, const Frame& needle, const Rect& place, int tolerance) {
  return compare(crop(frame, place), needle, {tolerance, {}}).changed == 0;
}

// The definition: try every place.
std::vector<Rect> expected(const Frame& frame, const Frame& needle, const Search& search) {
  const Rect region = search.region.value_or(Rect{0, 0, frame.width, frame.height});
  std::vector<Rect> found;
  for (int y = region.y; y + needle.height <= region.y + region.height; ++y)
    for (int x = region.x; x + needle.width <= region.x + region.width; ++x) {
      const Rect place = {x, y, needle.width, needle.height};
      const bool taken = std::any_of(found.begin(), found.end(), [&](const Rect& other) {
        return !intersection(place, other).empty();
      });
      if (!taken && is_there(frame, needle, place, search.tolerance)) found.push_back(place);
      if (found.size() == search.most) return found;
    }
  return found;
}

RC_GTEST_PROP(FindProperty, FindsWhatWasCut, ()) {
  const Frame frame = any_picture();
  const Rect part = any_part(frame.width, frame.height);
  const Frame needle = crop(frame, part);
  const std::vector<Rect> found = find_picture(frame, needle, {});
  RC_ASSERT(found.size() == 1U);
  RC_ASSERT(is_there(frame, needle, found[0], 0));
  RC_ASSERT((std::make_pair(found[0].y, found[0].x) <= std::make_pair(part.y, part.x)));
}

RC_GTEST_PROP(FindProperty, IsTheDefinition, ()) {
  Frame frame = any_picture();
  const Rect part = {0, 0, std::min(frame.width, *rc::gen::inRange(1, 12)),
                     std::min(frame.height, *rc::gen::inRange(1, 12))};
  const Rect from = {*rc::gen::inRange(0, frame.width - part.width + 1),
                     *rc::gen::inRange(0, frame.height - part.height + 1), part.width, part.height};
  const Frame needle = crop(frame, from);
  Search search;
  search.most = *rc::gen::element<std::size_t>(1, 3, 1000);
  if (*rc::gen::arbitrary<bool>()) search.region = any_part(frame.width, frame.height);
  RC_ASSERT(find_picture(frame, needle, search) == expected(frame, needle, search));
}

RC_GTEST_PROP(FindProperty, WithAToleranceFindsWhatHasChangedALittle, ()) {
  Frame frame = any_picture();
  const Rect part = any_part(frame.width, frame.height);
  Frame needle = crop(frame, part);
  Search search;
  search.tolerance = *rc::gen::inRange(1, 40);
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  for (std::size_t i = 0; i < needle.pixels.size(); ++i) {
    const int by = static_cast<int>(random() % static_cast<unsigned>(search.tolerance + 1));
    const int level = needle.pixels[i] + (random() % 2 != 0 ? by : -by);
    needle.pixels[i] = static_cast<std::uint8_t>(std::clamp(level, 0, 255));
  }
  search.most = 1000;
  RC_ASSERT(find_picture(frame, needle, search) == expected(frame, needle, search));
}

TEST(Find, ExactlyFirst) {
  Frame frame = picture(100, 20, Look::kFlat, 1);
  Frame needle = picture(5, 5, Look::kFlat, 1);
  std::memset(needle.pixels.data(), 60, 40);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x)
      for (const int left : {10, 50}) {
        std::uint8_t* to = frame.pixels.data() + static_cast<std::size_t>(y + 3) * frame.stride +
                           static_cast<std::size_t>(left + x) * 4;
        std::memcpy(to, needle.pixels.data() + y * 20 + x * 4, 4);
        if (left == 10) to[0] ^= 1;
      }
  Search search;
  search.tolerance = 3;
  EXPECT_EQ(find_picture(frame, needle, search), (std::vector<Rect>{{50, 3, 5, 5}}));
  search.most = 10;
  EXPECT_EQ(find_picture(frame, needle, search), (std::vector<Rect>{{10, 3, 5, 5}, {50, 3, 5, 5}}));
}

TEST(FindPair, Avx2EqualsPortable) {
  const PairFinder fast = find_pair_avx2();
  if (fast == nullptr) {
    EXPECT_EQ(pair_finder(), find_pair_portable);
    return;
  }
  EXPECT_EQ(pair_finder(), fast);
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t count = 1 + random() % 90;
    const std::size_t shift = random() % 8;
    std::vector<std::uint8_t> one(shift + 4 * count), other(shift + 4 * count);
    for (auto& byte : one) byte = static_cast<std::uint8_t>(random() % 3 * 20);
    for (auto& byte : other) byte = static_cast<std::uint8_t>(random() % 3 * 20);
    const auto colour = [&] { return static_cast<std::uint32_t>(random() % 3 * 20 * 0x010101); };
    const std::uint32_t first = colour(), second = colour();
    const int tolerance = static_cast<int>(random() % 25);
    const std::size_t from = random() % (count + 1);
    ASSERT_EQ(fast(one.data() + shift, other.data() + shift, from, count, first, second, tolerance),
              find_pair_portable(one.data() + shift, other.data() + shift, from, count, first,
                                 second, tolerance));
  }
}

TEST(WindowSums, OfEqualWindowsAreEqual) {
  const Frame frame = picture(61, 40, Look::kNoise, 5, 4, false);
  const Rect region = {3, 4, 50, 30};
  WindowSums sums(frame, region, 9, 7);
  for (int y = region.y; y + 7 <= region.y + region.height; ++y) {
    const std::vector<std::uint64_t> row = sums.next();
    ASSERT_EQ(row.size(), 42U);
    for (int i = 0; i < 42; ++i)
      ASSERT_EQ(row[static_cast<std::size_t>(i)], sum_of(crop(frame, {region.x + i, y, 9, 7})));
  }
}

// Everything fits nearly everywhere: only the last pixel of each place is wrong.
Frame trap(int width, int height, int every) {
  Frame frame = picture(width, height, Look::kFlat, 1);
  for (int y = 0; y < height; y += every)
    for (int x = 0; x < width; x += every)
      frame.pixels[static_cast<std::size_t>(y) * frame.stride + static_cast<std::size_t>(x) * 4] ^=
          1;
  return frame;
}

TEST(Find, TrapsTakeNoLongerThanTheirPixels) {
  const Frame frame = trap(1500, 1000, 60);
  const Frame needle = picture(60, 60, Look::kFlat, 1);
  std::uint64_t asked = 0;
  Search search;
  search.most = 1000;
  search.keep_going = [&] { ++asked; };
  EXPECT_TRUE(find_picture(frame, needle, search).empty());
  // The scan is left after 8 times the pixels, and then every row asks once.
  EXPECT_LT(asked, 1100U);
  const Frame fits = picture(59, 59, Look::kFlat, 1);
  EXPECT_EQ(find_picture(frame, fits, search).size(), 25U * 16U);
}

TEST(Find, CanBeEnded) {
  const Frame frame = trap(1500, 1000, 60);
  const Frame needle = picture(60, 60, Look::kFlat, 1);
  Search search;
  search.tolerance = 1;
  search.keep_going = [] { throw Error("TIMEOUT", "enough"); };
  EXPECT_EQ(code_of([&] { find_picture(frame, needle, search); }), "TIMEOUT");
}

TEST(Find, OddSizes) {
  for (const auto& [width, height] : {std::pair{1, 1}, {70000, 1}, {1, 70000}, {9, 7}}) {
    const Frame frame = picture(width, height, Look::kNoise, 5, 3);
    const Rect last = {width - 1, height - 1, 1, 1};
    EXPECT_FALSE(find_picture(frame, crop(frame, last), {}).empty());
    EXPECT_EQ(find_picture(frame, frame, {}), (std::vector<Rect>{{0, 0, width, height}}));
    EXPECT_TRUE(find_picture(frame, picture(width + 1, 1, Look::kNoise, 5), {}).empty());
    EXPECT_TRUE(find_picture(frame, picture(1, height + 1, Look::kNoise, 5), {}).empty());
  }
}

TEST(Find, RefusesSenselessSearches) {
  const Frame frame = picture(10, 10, Look::kNoise, 5);
  Search search;
  search.region = Rect{10, 0, 5, 5};
  EXPECT_EQ(code_of([&] { find_picture(frame, frame, search); }), "INVALID_ARGUMENT");
  search = {};
  search.tolerance = 256;
  EXPECT_EQ(code_of([&] { find_picture(frame, frame, search); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { find_picture(frame, Frame(), {}); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
