#include "native/image/scale/row_scaler.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "native/image/scale/scale.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

// What scale() said before it took strips: each target row summed by itself, in this very order.
// Kept apart from the code under test so that both would have to be wrong in the same way.
class Reference {
 public:
  Reference(const Frame& source, double factor) : source_(source), factor_(factor) {
    for (int i = 0; i < 256; ++i) {
      const double value = i / 255.0;
      linear_[i] = static_cast<float>(value <= 0.04045 ? value / 12.92
                                                       : std::pow((value + 0.055) / 1.055, 2.4));
    }
  }

  std::uint8_t level(int x, int y, std::size_t channel) const {
    const Span row = span(y, source_.height);
    const Span column = span(x, source_.width);
    float total = 0;
    for (int u = column.first; u <= column.last; ++u) {
      float sum = 0;
      for (int v = row.first; v <= row.last; ++v)
        sum = sum + linear_[at(u, v, channel)] * row.weight(v);
      total = total + sum * column.weight(u);
    }
    const float steps = total * (16384 / row.total) / column.total + 0.5F;
    const double light = std::clamp(static_cast<int>(steps), 0, 16384) / 16384.0;
    const double back =
        light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(back * 255));
  }

 private:
  struct Span {
    int first, last;
    float first_weight, last_weight, total;
    float weight(int i) const { return i == first ? first_weight : i == last ? last_weight : 1; }
  };

  static double snapped(double edge) {
    return std::abs(edge - std::round(edge)) < 1e-6 ? std::round(edge) : edge;
  }
  Span span(int i, int side) const {
    const double begin = snapped(i / factor_);
    const double end = std::min<double>(snapped((i + 1) / factor_), side);
    const int first = static_cast<int>(begin);
    const int last = static_cast<int>(std::ceil(end)) - 1;
    return {first, last, static_cast<float>(std::min(first + 1.0, end) - begin),
            static_cast<float>(end - std::max<double>(last, begin)),
            static_cast<float>(end - begin)};
  }
  std::uint8_t at(int x, int y, std::size_t channel) const {
    return source_.pixels[static_cast<std::size_t>(y) * source_.stride +
                          static_cast<std::size_t>(x) * 4 + channel];
  }

  const Frame& source_;
  const double factor_;
  float linear_[256];
};

// Of the picture in strips of up to `most` rows, gathered into a buffer whose rows end in padding.
PixelBytes in_strips(const Frame& source, double factor, int most, std::mt19937& random,
                     IdlePool& idle_pool) {
  RowScaler scaler(source.width, source.height, factor, idle_pool);
  const std::size_t row = static_cast<std::size_t>(scaler.width()) * 4;
  const std::size_t stride = row + random() % 9;
  std::vector<std::uint8_t> target(stride * static_cast<std::size_t>(scaler.height()), 77);
  int done = 0;
  for (int y = 0; y < source.height;) {
    const int rows =
        std::min(source.height - y, static_cast<int>(random() % (static_cast<unsigned>(most) + 1)));
    const int ready = scaler.ready(rows);
    // Strips are gone once they were taken.
    std::vector<std::uint8_t> strip(
        source.pixels.data() + static_cast<std::size_t>(y) * source.stride,
        source.pixels.data() + static_cast<std::size_t>(y + rows) * source.stride);
    EXPECT_EQ(scaler.add(strip.data(), source.stride, rows,
                         target.data() + static_cast<std::size_t>(done) * stride, stride),
              ready);
    done += ready;
    y += rows;
  }
  EXPECT_EQ(done, scaler.height());
  PixelBytes result;
  for (int y = 0; y < done; ++y) {
    const std::uint8_t* from = target.data() + static_cast<std::size_t>(y) * stride;
    result.insert(result.end(), from, from + row);
    for (std::size_t i = row; i < stride; ++i) EXPECT_EQ(from[i], 77);
  }
  return result;
}

RC_GTEST_PROP(RowScalerProperty, StripsAndHelpersMakeNoDifference, ()) {
  const int width = *rc::gen::inRange(1, 700);
  const int height = *rc::gen::inRange(1, 500);
  const double factor = *rc::gen::element(
      *rc::gen::inRange(1, 1000) / 1000.0, 0.5, 2.0 / 3, 1.0 / 3, 1.0 / width, 1e-9, 1 - 1e-9,
      1 - 1e-5, *rc::gen::inRange(1, width + 1) / static_cast<double>(width));
  const Frame source = picture(width, height, *rc::gen::element(Look::kText, Look::kNoise),
                               *rc::gen::arbitrary<std::uint32_t>(),
                               static_cast<std::size_t>(*rc::gen::inRange(0, 9)), false);
  const double possible = possible_factor(width, height, factor);
  RC_PRE(possible < 1);
  IdlePool none(0), three(3);
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const Frame whole = scale_with(source, factor, none);
  RC_ASSERT(whole.scale == possible);
  for (IdlePool* idle_pool : {&none, &three})
    for (const int most : {1, 2, 7, *rc::gen::inRange(1, 200), 1000})
      RC_ASSERT(in_strips(source, factor, most, random, *idle_pool) == whole.pixels);
}

TEST(RowScaler, SumsAsTheDefinitionSays) {
  IdlePool three(3);
  std::mt19937 random(3);
  for (const double factor : {0.93, 0.75, 2.0 / 3, 0.5, 0.37, 0.21, 0.14, 0.05, 0.004, 1e-9}) {
    const int width = 1 + static_cast<int>(random() % 300);
    const int height = 2 + static_cast<int>(random() % 200);
    const Frame source = picture(width, height, Look::kNoise, 7, 12, false);
    const Frame target = scale_with(source, factor, three);
    const Reference expected(source, target.scale);
    for (int y = 0; y < target.height; ++y)
      for (int x = 0; x < target.width; ++x)
        for (std::size_t channel = 0; channel < 3; ++channel)
          ASSERT_EQ(target.pixels[static_cast<std::size_t>(y) * target.stride +
                                  static_cast<std::size_t>(x) * 4 + channel],
                    expected.level(x, y, channel))
              << width << "x" << height << " by " << factor << " at " << x << "," << y;
  }
}

// Large enough for bands of rows, for bands of columns, and for target rows that never end.
TEST(RowScaler, LargePicturesMakeNoDifference) {
  IdlePool none(0), three(3);
  std::mt19937 random(9);
  const int sizes[][2] = {{3840, 300}, {20000, 40}, {9, 20000}, {1, 70000}, {70000, 1}};
  for (const auto& [width, height] : sizes) {
    const Frame source = picture(width, height, Look::kNoise, 5, 4, false);
    for (const double factor : {0.999, 0.444, 0.1, 0.003, 1e-300}) {
      const Frame whole = scale_with(source, factor, none);
      for (const int most : {3, 68, 100'000})
        ASSERT_TRUE(in_strips(source, factor, most, random, three) == whole.pixels)
            << width << "x" << height << " by " << factor << " in strips of " << most;
    }
  }
}

TEST(RowScaler, RefusesWhatItCannotDo) {
  IdlePool none(0);
  for (const double factor : {0.0, -1.0, 1.001, std::nan(""), HUGE_VAL})
    EXPECT_EQ(code_of([&] { RowScaler(4, 4, factor, none); }), "INVALID_ARGUMENT") << factor;
  EXPECT_EQ(code_of([&] { RowScaler(0, 4, 0.5, none); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { RowScaler(4, -1, 0.5, none); }), "INVALID_ARGUMENT");
  const Frame source = picture(4, 4, Look::kNoise, 5);
  std::uint8_t target[16];
  RowScaler scaler(4, 4, 0.5, none);
  EXPECT_EQ(scaler.add(source.pixels.data(), source.stride, 3, target, 8), 1);
  for (const int rows : {2, -1})
    EXPECT_EQ(code_of([&] { scaler.add(source.pixels.data(), source.stride, rows, target, 8); }),
              "INTERNAL_ERROR");
}

}  // namespace
}  // namespace native
