#include "native/image/scale/row_scaler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "native/desktop/error.hpp"
#include "native/image/parallel_rows.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// sRGB (IEC 61966-2-1) to linear light and back. With 16384 steps, neighbouring steps differ by at
// most 0.2 of a level.
constexpr int kSteps = 16384;
// Unit of work for one thread, in source pixels.
constexpr int kBandPixels = 64 * 1024;
constexpr int kBandColumns = 1024;

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

// One pixel in linear light, the fourth lane unused: four lanes exist on any processor. Wider
// vectors gain nothing, because the look-ups remain (AVX2's gather took 10 % longer than single
// floats).
using Four = float __attribute__((vector_size(16)));
using FourBits = int __attribute__((vector_size(16)));

// `linear` has each channel's levels in that channel's lane, so that a pixel is combined without
// shuffling.
struct Light {
  std::array<std::array<Four, 256>, 3> linear;
  std::array<std::uint8_t, kSteps + 1> level;

  Light() : linear() {
    for (int i = 0; i < 256; ++i)
      for (int channel = 0; channel < 3; ++channel)
        linear[static_cast<std::size_t>(channel)][static_cast<std::size_t>(i)][channel] =
            to_linear(i);
    for (int i = 0; i <= kSteps; ++i)
      level[static_cast<std::size_t>(i)] = to_level(static_cast<double>(i) / kSteps);
  }
};

const Light& light() {
  static const Light tables;
  return tables;
}

// Rounds an edge that misses a whole position only by a rounding error.
double snapped(double edge) {
  const double nearest = std::round(edge);
  return std::abs(edge - nearest) < 1e-6 ? nearest : edge;
}

Four load(const float* from) {
  Four result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

void store(const Four& four, float* to) { std::memcpy(to, &four, sizeof four); }

Four linear_pixel(const Light& tables, const std::uint8_t* pixel) {
  const auto bits = [&tables, pixel](std::size_t channel) {
    return reinterpret_cast<FourBits>(tables.linear[channel][pixel[channel]]);
  };
  return reinterpret_cast<Four>(bits(0) | bits(1) | bits(2));
}

// Reads and writes the pixels of an opaque picture.
struct Opaque {
  static Four linear(const Light& tables, const std::uint8_t* pixel) {
    return linear_pixel(tables, pixel);
  }
  static void put(const Light& tables, const Four& steps, std::uint8_t* to) {
    const FourBits most = {kSteps, kSteps, kSteps, kSteps};
    FourBits index = __builtin_convertvector(steps, FourBits);
    index = index > most ? most : index;
    for (int channel = 0; channel < 3; ++channel)
      to[channel] = tables.level[static_cast<std::size_t>(index[channel])];
    to[3] = 255;
  }
};

// Reads and writes translucent pixels. The fourth lane is alpha; the others are multiplied by it.
struct Translucent {
  static Four linear(const Light& tables, const std::uint8_t* pixel) {
    std::uint8_t straight[4];
    rgba_straight(pixel, straight, 1);
    std::swap(straight[0], straight[2]);
    Four light = linear_pixel(tables, straight);
    light[3] = 1;
    return light * (static_cast<float>(straight[3]) / 255.0F);
  }
  static void put(const Light& tables, const Four& steps, std::uint8_t* to) {
    const float alpha = std::max(steps[3] - 0.5F, 0.0F);
    to[3] = static_cast<std::uint8_t>(std::min(alpha / kSteps * 255.0F + 0.5F, 255.0F));
    for (int channel = 0; channel < 3; ++channel) {
      const float part = alpha > 0 ? (steps[channel] - 0.5F) / alpha : 0.0F;
      const float step = std::clamp(part * kSteps + 0.5F, 0.0F, static_cast<float>(kSteps));
      to[channel] = tables.level[static_cast<std::size_t>(step)];
    }
    lay_over_white(to, 1, AlphaOrder::kBgra);
  }
};

// Sets the sums to `weight` times one row.
template <class Kind>
void set_row(const std::uint8_t* row, int width, float weight, float* sums) {
  const Light& tables = light();
  for (int x = 0; x < width; ++x, row += 4, sums += 4)
    store(Kind::linear(tables, row) * weight, sums);
}

template <class Kind>
void add_row(const std::uint8_t* row, int width, float weight, float* sums) {
  const Light& tables = light();
  for (int x = 0; x < width; ++x, row += 4, sums += 4)
    store(load(sums) + Kind::linear(tables, row) * weight, sums);
}

// Maximum number of rows of a target row that are summed at once, in registers.
constexpr int kRegisterRows = 6;

// Passed by value, so that the compiler keeps it in registers instead of reloading it after each
// byte that is written.
template <class Kind, int kCount>
struct Rows {
  const std::uint8_t* row[kCount];
  Four weight[kCount];

  // Adds in the same order as set_row() and add_row(), so that the results are equal.
  Four operator()(const Light& tables, int x) const {
    const std::size_t offset = static_cast<std::size_t>(x) * 4;
    Four sum = Kind::linear(tables, row[0] + offset) * weight[0];
    for (int i = 1; i < kCount; ++i) sum += Kind::linear(tables, row[i] + offset) * weight[i];
    return sum;
  }
  static void put(const Light& tables, const Four& steps, std::uint8_t* to) {
    Kind::put(tables, steps, to);
  }
};

template <class Kind>
struct Summed {
  const float* sums;
  Four operator()(const Light&, int x) const {
    return load(sums + static_cast<std::size_t>(x) * 4);
  }
  static void put(const Light& tables, const Four& steps, std::uint8_t* to) {
    Kind::put(tables, steps, to);
  }
};

}  // namespace

double possible_factor(int width, int height, double factor) {
  if (width < 1 || height < 1)
    throw Error("INVALID_ARGUMENT", "picture is empty", "Give a picture of at least 1x1 pixels.");
  if (!(factor > 0 && factor <= 1))
    throw Error("INVALID_ARGUMENT", "picture cannot be scaled by " + std::to_string(factor),
                "Give a scale above 0 and at most 1.");
  return std::max(factor, 1.0 / std::max(width, height));
}

// Rows [first, end) of the source.
struct RowScaler::Strip {
  const std::uint8_t* pixels;
  std::size_t stride;
  int first;
  int end;

  const std::uint8_t* row(int y) const {
    return pixels + static_cast<std::size_t>(y - first) * stride;
  }
};

std::vector<RowScaler::Span> RowScaler::spans(int from, double factor) {
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

float RowScaler::weight(const Span& span, int position) {
  if (position == span.first) return span.first_weight;
  return position == span.last ? span.last_weight : 1.0F;
}

RowScaler::RowScaler(int width, int height, double factor, IdlePool& idle_pool, bool translucent)
    : source_width_(width),
      source_height_(height),
      factor_(possible_factor(width, height, factor)),
      idle_pool_(idle_pool),
      translucent_(translucent),
      columns_(spans(width, factor_)),
      rows_(spans(height, factor_)),
      sums_(static_cast<std::size_t>(width) * 4) {}

int RowScaler::ready(int rows) const {
  const int end = taken_ + rows;
  const auto open = std::partition_point(rows_.begin() + written_, rows_.end(),
                                         [end](const Span& span) { return span.last < end; });
  return static_cast<int>(open - rows_.begin()) - written_;
}

template <class Column>
void RowScaler::write_row(Column column_at, const Span& row, std::uint8_t* to) const {
  const Light& tables = light();
  const float scale = kSteps / row.total;
  Four last = {};
  int known = -1;  // the column of `last`
  for (const Span& span : columns_) {
    Four total = (span.first == known ? last : column_at(tables, span.first)) * span.first_weight;
    for (int x = span.first + 1; x < span.last; ++x) total += column_at(tables, x);
    if (span.last > span.first) {
      last = column_at(tables, known = span.last);
      total += last * span.last_weight;
    }
    Column::put(tables, total * scale / span.total + 0.5F, to);
    to += 4;
  }
}

void RowScaler::write_sums(const Sums& sums, const Span& row, std::uint8_t* to) const {
  if (translucent_)
    write_row(Summed<Translucent>{sums.data()}, row, to);
  else
    write_row(Summed<Opaque>{sums.data()}, row, to);
}

// Adds the strip's part of a target row to its sums, from column `left` to `right`.
void RowScaler::sum_columns(const Strip& strip, const Span& span, int left, int right,
                            Sums& sums) const {
  const auto first = translucent_ ? set_row<Translucent> : set_row<Opaque>;
  const auto further = translucent_ ? add_row<Translucent> : add_row<Opaque>;
  const std::size_t offset = static_cast<std::size_t>(left) * 4;
  const int last = std::min(strip.end - 1, span.last);
  for (int y = std::max(strip.first, span.first); y <= last; ++y) {
    const auto sum = y == span.first ? first : further;
    sum(strip.row(y) + offset, right - left, weight(span, y), sums.data() + offset);
  }
}

// Adds the strip's part of the next target row. Divides the work by columns, because there may be
// many rows.
void RowScaler::gather(const Strip& strip) {
  const Span& span = rows_[static_cast<std::size_t>(written_)];
  const int rows = std::min(strip.end, span.last + 1) - std::max(strip.first, span.first);
  parallel_rows(
      source_width_, std::max(kBandPixels / rows, kBandColumns), idle_pool_,
      [this, &strip, &span](int left, int right) { sum_columns(strip, span, left, right, sums_); });
}

template <class Kind, int kCount>
void RowScaler::write_rows_of(const Strip& strip, const Span& span, std::uint8_t* to) const {
  const int count = span.last - span.first + 1;
  if constexpr (kCount < kRegisterRows)
    if (count > kCount) return write_rows_of<Kind, kCount + 1>(strip, span, to);
  Rows<Kind, kCount> rows;
  for (int i = 0; i < kCount; ++i) {
    const float part = weight(span, span.first + i);
    rows.row[i] = strip.row(span.first + i);
    rows.weight[i] = Four{part, part, part, part};
  }
  write_row(rows, span, to);
}

// Scales the target rows that lie wholly within the strip.
void RowScaler::scale_rows(const Strip& strip, int first, int end, std::uint8_t* to,
                           std::size_t to_stride) const {
  Sums sums;
  for (int y = first; y < end; ++y, to += to_stride) {
    const Span& span = rows_[static_cast<std::size_t>(y)];
    if (span.last - span.first < kRegisterRows) {
      if (translucent_)
        write_rows_of<Translucent, 1>(strip, span, to);
      else
        write_rows_of<Opaque, 1>(strip, span, to);
      continue;
    }
    sums.resize(static_cast<std::size_t>(source_width_) * 4);
    sum_columns(strip, span, 0, source_width_, sums);
    write_sums(sums, span, to);
  }
}

std::int64_t RowScaler::source_pixels(const Span& span) const {
  return (span.last - span.first + 1) * std::int64_t{source_width_};
}

int RowScaler::add(const std::uint8_t* pixels, std::size_t stride, int rows, std::uint8_t* to,
                   std::size_t to_stride) {
  if (rows < 0 || rows > source_height_ - taken_)
    throw Error("INTERNAL_ERROR", "picture got too many rows");
  if (rows == 0) return 0;
  const Strip strip{pixels, stride, taken_, taken_ + rows};
  const int begin = written_;
  const int end = written_ + ready(rows);
  while (written_ < end) {
    const Span& span = rows_[static_cast<std::size_t>(written_)];
    std::uint8_t* target = to + static_cast<std::size_t>(written_ - begin) * to_stride;
    const bool few = end - written_ <= IdlePool::kMax;
    if (span.first < strip.first || (few && source_pixels(span) > 2 * kBandPixels)) {
      gather(strip);
      write_sums(sums_, span, target);
      ++written_;
      continue;
    }
    const int from = written_;
    const int most = static_cast<int>(std::clamp(kBandPixels * factor_ / source_width_, 1.0, 1e6));
    parallel_rows(end - from, most, idle_pool_, [&](int first, int last) {
      scale_rows(strip, from + first, from + last,
                 target + static_cast<std::size_t>(first) * to_stride, to_stride);
    });
    written_ = end;
  }
  if (written_ < height() && rows_[static_cast<std::size_t>(written_)].first < strip.end)
    gather(strip);
  taken_ = strip.end;
  return written_ - begin;
}

}  // namespace native
