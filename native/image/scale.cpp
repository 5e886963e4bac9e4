#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "native/image/bands.hpp"
#include "native/image/frame.hpp"
#include "native/image/pixels.hpp"
#include "native/image/scale.hpp"

namespace native {
namespace {

// sRGB (IEC 61966-2-1) to linear light and back. 16384 steps put at most 0.2 of a level between
// neighbours.
constexpr int kSteps = 16384;
// What one thread takes at a time, of the source.
constexpr int kBandPixels = 256 * 1024;

float to_linear(int level) {
  const double value = level / 255.0;
  return static_cast<float>(value <= 0.04045 ? value / 12.92
                                             : std::pow((value + 0.055) / 1.055, 2.4));
}

std::uint8_t to_level(double linear) {
  const double value =
      linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(value * 255.0));
}

struct Light {
  std::array<float, 256> linear;
  std::array<std::uint8_t, kSteps + 1> level;

  Light() {
    for (int i = 0; i < 256; ++i) linear[static_cast<std::size_t>(i)] = to_linear(i);
    for (int i = 0; i <= kSteps; ++i)
      level[static_cast<std::size_t>(i)] = to_level(static_cast<double>(i) / kSteps);
  }
};

const Light& light() {
  static const Light tables;
  return tables;
}

// The source positions under one target position: whole ones from `first` to `last`, the outer two
// in part. `total` is what the weights come to.
struct Span {
  int first = 0;
  int last = 0;
  float first_weight = 0;
  float last_weight = 0;
  float total = 0;
};

// An edge that is off a whole position by no more than a rounding error is meant to be there.
double snapped(double edge) {
  const double nearest = std::round(edge);
  return std::abs(edge - nearest) < 1e-6 ? nearest : edge;
}

std::vector<Span> spans(int from, double factor) {
  const int count = std::clamp(static_cast<int>(std::ceil(snapped(from * factor))), 1, from);
  std::vector<Span> result(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double begin = snapped(i / factor);
    const double end = std::min<double>(snapped((i + 1) / factor), from);
    Span& span = result[static_cast<std::size_t>(i)];
    span.first = static_cast<int>(begin);
    span.last = static_cast<int>(std::ceil(end)) - 1;
    span.first_weight = static_cast<float>(std::min(span.first + 1.0, end) - begin);
    span.last_weight = static_cast<float>(end - std::max<double>(span.last, begin));
    span.total = static_cast<float>(end - begin);
  }
  return result;
}

// One pixel in linear light, the fourth unused: four lanes of any processor. Wider ones gain
// nothing, because the look-ups remain (AVX2's gather took 10 % longer than single floats, these
// lanes take 25 % less).
using Four = float __attribute__((vector_size(16)));

Four load(const float* from) {
  Four result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

// Adds one row, `weight` times.
void add_row(const std::uint8_t* row, int width, float weight, float* sums) {
  const float* linear = light().linear.data();
  for (int x = 0; x < width; ++x, row += 4, sums += 4) {
    const Four pixel = {linear[row[0]], linear[row[1]], linear[row[2]], 0};
    const Four sum = load(sums) + pixel * weight;
    std::memcpy(sums, &sum, sizeof sum);
  }
}

void write_row(const std::vector<Span>& columns, const float* sums, float scale, std::uint8_t* to) {
  const std::uint8_t* level = light().level.data();
  for (const Span& span : columns) {
    const float* pixel = sums + static_cast<std::size_t>(span.first) * 4;
    Four total = load(pixel) * span.first_weight;
    for (int x = span.first + 1; x < span.last; ++x) total += load(pixel += 4);
    if (span.last > span.first) total += load(pixel + 4) * span.last_weight;
    const Four steps = total * scale / span.total + 0.5F;
    for (int channel = 0; channel < 3; ++channel)
      to[channel] = level[std::clamp(static_cast<int>(steps[channel]), 0, kSteps)];
    to[3] = 255;
    to += 4;
  }
}

void scale_row(const Frame& frame, const Span& span, const std::vector<Span>& columns,
               std::vector<float>& sums, std::uint8_t* to) {
  std::fill(sums.begin(), sums.end(), 0.0F);
  add_row(row_of(frame, span.first), frame.width, span.first_weight, sums.data());
  for (int y = span.first + 1; y <= span.last; ++y)
    add_row(row_of(frame, y), frame.width, y == span.last ? span.last_weight : 1.0F, sums.data());
  write_row(columns, sums.data(), kSteps / span.total, to);
}

}  // namespace

double fitting_factor(int width, int height, int max_width, int max_height) {
  double factor = 1;
  if (max_width > 0) factor = std::min(factor, static_cast<double>(max_width) / width);
  if (max_height > 0) factor = std::min(factor, static_cast<double>(max_height) / height);
  return factor;
}

Frame scale_with(const Frame& frame, double factor, Helpers& helpers) {
  require_pixels(frame);
  if (!(factor > 0 && factor <= 1))
    throw Error("INVALID_ARGUMENT", "A picture cannot be scaled by " + std::to_string(factor),
                "Give a scale above 0 and at most 1.");
  factor = std::max(factor, 1.0 / std::max(frame.width, frame.height));
  if (factor == 1) return crop(frame, {0, 0, frame.width, frame.height});

  const std::vector<Span> columns = spans(frame.width, factor);
  const std::vector<Span> rows = spans(frame.height, factor);
  Frame result;
  result.width = static_cast<int>(columns.size());
  result.height = static_cast<int>(rows.size());
  result.stride = columns.size() * 4;
  result.origin = frame.origin;
  result.scale = frame.scale * factor;
  result.method = frame.method;
  result.pixels.resize(result.stride * rows.size());

  const auto source_rows = static_cast<double>(kBandPixels) / frame.width;
  const int most = static_cast<int>(std::clamp(source_rows * factor, 1.0, 1e6));
  in_bands(result.height, most, helpers, [&](int first, int end) {
    std::vector<float> sums(static_cast<std::size_t>(frame.width) * 4);
    for (int y = first; y < end; ++y)
      scale_row(frame, rows[static_cast<std::size_t>(y)], columns, sums,
                result.pixels.data() + static_cast<std::size_t>(y) * result.stride);
  });
  return result;
}

Frame scale(const Frame& frame, double factor) {
  return scale_with(frame, factor, Helpers::shared());
}

}  // namespace native
