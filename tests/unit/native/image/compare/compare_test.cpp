#include "native/image/compare/compare.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "native/image/frame.hpp"
#include "native/image/idle_pool.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

std::uint8_t* pixel(Frame& frame, int x, int y) {
  return frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
         static_cast<std::size_t>(x) * 4;
}
const std::uint8_t* pixel(const Frame& frame, int x, int y) {
  return pixel(const_cast<Frame&>(frame), x, y);
}

bool inside(const Rect& rect, int x, int y) {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

int greatest(const Frame& one, const Frame& other, int x, int y) {
  int result = 0;
  for (int channel = 0; channel < 3; ++channel)
    result = std::max(result, std::abs(pixel(one, x, y)[channel] - pixel(other, x, y)[channel]));
  return result;
}

bool is_ignored(const Comparison& how, int x, int y) {
  return std::any_of(how.ignored.begin(), how.ignored.end(),
                     [&](const Rect& rect) { return inside(rect, x, y); });
}

// The definition.
Difference expected(const Frame& one, const Frame& other, const Comparison& how) {
  Difference result;
  for (int y = 0; y < one.height; ++y)
    for (int x = 0; x < one.width; ++x) {
      if (is_ignored(how, x, y)) continue;
      const int difference = greatest(one, other, x, y);
      ++result.compared;
      result.changed += difference > how.tolerance ? 1 : 0;
      result.greatest = std::max(result.greatest, difference);
    }
  return result;
}

// Two pictures with different strides of which the second has some pixels changed, in clusters.
struct Pair {
  Frame one;
  Frame other;
  Comparison how;
};

Pair any_pair() {
  const int width = *rc::gen::inRange(1, 400);
  const int height = *rc::gen::inRange(1, 120);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  Pair pair{
      picture(width, height, Look::kText, seed, *rc::gen::inRange<std::size_t>(0, 9), false),
      picture(width, height, Look::kText, seed + 1, *rc::gen::inRange<std::size_t>(0, 9), false),
      {}};
  std::mt19937 random(seed);
  const int changes = *rc::gen::inRange(0, 12);
  for (int i = 0; i < changes; ++i) {
    const int x = static_cast<int>(random() % static_cast<unsigned>(width));
    const int y = static_cast<int>(random() % static_cast<unsigned>(height));
    const int side = 1 + static_cast<int>(random() % 9);
    for (int v = y; v < std::min(height, y + side); ++v)
      for (int u = x; u < std::min(width, x + side); ++u)
        pixel(pair.other, u, v)[random() % 3] = static_cast<std::uint8_t>(random());
  }
  const int ignored = *rc::gen::inRange(0, 6);
  for (int i = 0; i < ignored; ++i)
    pair.how.ignored.push_back({*rc::gen::inRange(-20, width), *rc::gen::inRange(-20, height),
                                *rc::gen::inRange(0, 90), *rc::gen::inRange(0, 60)});
  pair.how.tolerance = *rc::gen::element(0, 0, 1, 7, 60, 200, 254, 255);
  return pair;
}

TEST(CompareRow, Avx2EqualsPortableOnAnySizeAndShift) {
  const RowComparer fast = compare_row_avx2();
  if (fast == nullptr) {
    EXPECT_EQ(row_comparer(), compare_row_portable);
    return;
  }
  EXPECT_EQ(row_comparer(), fast);
  std::mt19937 random(7);
  for (std::size_t round = 0; round < 2000; ++round) {
    const std::size_t count = 1 + (round < 200 ? round : random() % 3000);
    const std::size_t shift = random() % 8;
    std::vector<std::uint8_t> one(shift + 4 * count), other(one.size());
    for (auto& byte : one) byte = static_cast<std::uint8_t>(random());
    other = one;
    for (std::size_t i = 0; i < random() % 50; ++i)
      other[random() % other.size()] = static_cast<std::uint8_t>(random());
    const int tolerance = static_cast<int>(random() % 256);
    const std::size_t words = (count + 63) / 64;
    std::vector<std::uint64_t> bits(words + 1, 0xa5a5), fast_bits(words + 1, 0x5a5a);
    const int most = compare_row_portable(one.data() + shift, other.data() + shift, count,
                                          tolerance, bits.data());
    const int fast_most =
        fast(one.data() + shift, other.data() + shift, count, tolerance, fast_bits.data());
    ASSERT_EQ(most, fast_most) << count;
    ASSERT_EQ(bits[words], 0xa5a5U);
    ASSERT_EQ(fast_bits[words], 0x5a5aU);
    bits.pop_back();
    fast_bits.pop_back();
    ASSERT_EQ(bits, fast_bits) << count << " pixels, tolerance " << tolerance;
  }
}

RC_GTEST_PROP(CompareProperty, IsTheDefinition, ()) {
  const Pair pair = any_pair();
  const Difference found = compare(pair.one, pair.other, pair.how);
  const Difference wanted = expected(pair.one, pair.other, pair.how);
  RC_ASSERT(found.compared == wanted.compared);
  RC_ASSERT(found.changed == wanted.changed);
  RC_ASSERT(found.greatest == wanted.greatest);
}

RC_GTEST_PROP(CompareProperty, IsSymmetric, ()) {
  const Pair pair = any_pair();
  const Difference there = compare(pair.one, pair.other, pair.how);
  const Difference back = compare(pair.other, pair.one, pair.how);
  RC_ASSERT(there.changed == back.changed);
  RC_ASSERT(there.greatest == back.greatest);
  RC_ASSERT(changed_regions(pair.one, pair.other, pair.how) ==
            changed_regions(pair.other, pair.one, pair.how));
}

// Every changed pixel lies in one region, none in two, and no region could be smaller.
void require_right_regions(const Pair& pair, const std::vector<Rect>& regions) {
  std::uint64_t inside_regions = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(intersection(regions[i], regions[j]).empty());
    int left = INT_MAX, top = INT_MAX, right = 0, bottom = 0;
    const Rect& region = regions[i];
    for (int y = region.y; y < region.y + region.height; ++y)
      for (int x = region.x; x < region.x + region.width; ++x) {
        if (is_ignored(pair.how, x, y) ||
            greatest(pair.one, pair.other, x, y) <= pair.how.tolerance)
          continue;
        ++inside_regions;
        left = std::min(left, x), top = std::min(top, y);
        right = std::max(right, x + 1), bottom = std::max(bottom, y + 1);
      }
    RC_ASSERT((region == Rect{left, top, right - left, bottom - top}));
  }
  RC_ASSERT(inside_regions == expected(pair.one, pair.other, pair.how).changed);
}

RC_GTEST_PROP(ChangedRegionsProperty, CoverExactlyTheChangedPixels, ()) {
  const Pair pair = any_pair();
  const std::vector<Rect> regions = changed_regions(pair.one, pair.other, pair.how);
  RC_ASSERT(std::is_sorted(regions.begin(), regions.end(), [](const Rect& a, const Rect& b) {
    return std::make_pair(a.y, a.x) < std::make_pair(b.y, b.x);
  }));
  require_right_regions(pair, regions);
}

Pair same(int width, int height) {
  return {picture(width, height, Look::kFlat, 1), picture(width, height, Look::kFlat, 1), {}};
}

TEST(ChangedRegions, KeepDistantChangesApartAndNearOnesTogether) {
  Pair pair = same(500, 300);
  for (const auto& [x, y] : {std::pair{10, 10}, {17, 12}, {30, 14}, {300, 200}, {499, 299}})
    pixel(pair.other, x, y)[0] ^= 0x80;
  EXPECT_EQ(changed_regions(pair.one, pair.other, {}),
            (std::vector<Rect>{{10, 10, 21, 5}, {300, 200, 1, 1}, {499, 299, 1, 1}}));
  EXPECT_TRUE(changed_regions(pair.one, pair.one, {}).empty());
}

TEST(ChangedRegions, AreOneWhenOneSurroundsAnother) {
  Pair pair = same(200, 200);
  for (int i = 0; i < 200; ++i)
    for (const auto& [x, y] : {std::pair{i, 0}, {i, 199}, {0, i}, {199, i}})
      pixel(pair.other, x, y)[1] = 0;
  pixel(pair.other, 100, 100)[1] = 0;
  EXPECT_EQ(changed_regions(pair.one, pair.other, {}), (std::vector<Rect>{{0, 0, 200, 200}}));
}

TEST(ChangedRegions, AreBoundedInNumber) {
  Pair pair = same(2000, 1500);
  for (int y = 0; y < 1500; y += 40)
    for (int x = 0; x < 2000; x += 40) pixel(pair.other, x, y)[2] = 7;
  const std::vector<Rect> regions = changed_regions(pair.one, pair.other, {});
  EXPECT_LE(regions.size(), kMaxRegions);
  std::uint64_t points = 0;
  for (int y = 0; y < 1500; y += 40)
    for (int x = 0; x < 2000; x += 40)
      points += static_cast<std::uint64_t>(std::count_if(
          regions.begin(), regions.end(), [&](const Rect& rect) { return inside(rect, x, y); }));
  EXPECT_EQ(points, 38U * 50U);
}

TEST(Compare, IsTheSameWhoeverHelps) {
  IdlePool none(0), three(3);
  const Frame one = picture(1500, 900, Look::kNoise, 3, 20);
  const Frame other = picture(1500, 900, Look::kNoise, 4);
  const Comparison how{40, {{100, 100, 333, 444}}};
  const Difference alone = compare_with(one, other, how, none);
  const Difference helped = compare_with(one, other, how, three);
  EXPECT_EQ(alone.compared, 1500U * 900U - 333U * 444U);
  EXPECT_EQ(alone.changed, helped.changed);
  EXPECT_EQ(alone.greatest, helped.greatest);
  EXPECT_EQ(changed_regions_with(one, other, how, none),
            changed_regions_with(one, other, how, three));
}

TEST(Compare, ThinPictures) {
  for (const auto& [width, height] : {std::pair{1, 1}, {70000, 1}, {1, 70000}, {66000, 2}}) {
    Pair pair = same(width, height);
    pixel(pair.other, width - 1, height - 1)[2] ^= 1;
    EXPECT_EQ(compare(pair.one, pair.other, {}).changed, 1U);
    EXPECT_EQ(changed_regions(pair.one, pair.other, {}),
              (std::vector<Rect>{{width - 1, height - 1, 1, 1}}));
  }
}

TEST(Compare, EverythingIgnoredIsEqual) {
  const Frame one = picture(30, 20, Look::kNoise, 3);
  const Frame other = picture(30, 20, Look::kNoise, 4);
  const Comparison how{0, {{-5, -5, 100, 15}, {0, 10, 30, 10}}};
  const Difference difference = compare(one, other, how);
  EXPECT_EQ(difference.compared, 0U);
  EXPECT_EQ(difference.changed, 0U);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
  const Frame one = picture(30, 20, Look::kNoise, 3);
  const Frame other = picture(31, 20, Look::kNoise, 3);
  try {
    compare(one, other, {});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
    EXPECT_STREQ(error.what(), "pictures differ in size: 30x20 and 31x20 pixels");
  }
  EXPECT_EQ(code_of([&] { compare(one, one, {-1, {}}); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { compare(one, one, {256, {}}); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { changed_regions(Frame(), Frame(), {}); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
