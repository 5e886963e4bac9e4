#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/image/idle_pool.hpp"

namespace native {

// `factor`, raised when it would leave less than a pixel of the longer side. "INVALID_ARGUMENT"
// unless both sides are at least 1 and 0 < factor <= 1.
double possible_factor(int width, int height, double factor);

// scale() for rows that come from the top down: how they are cut into strips makes no difference to
// the pixels. One thread drives it; threads of the idle pool help. Of a target row that
// needs rows to come it keeps the sums, nothing else.
class RowScaler {
 public:
  // Scales by possible_factor(). The pixels of a translucent picture weigh as much as their alpha.
  RowScaler(int width, int height, double factor, IdlePool& idle_pool, bool translucent = false);

  // Of the smaller picture.
  int width() const { return static_cast<int>(columns_.size()); }
  int height() const { return static_cast<int>(rows_.size()); }
  double factor() const { return factor_; }

  // How many rows add() is going to write when it gets so many.
  int ready(int rows) const;
  // Takes the next rows (B, G, R, anything but in translucent pictures) and writes those that are
  // ready (B, G, R, 255 or alpha) to `to`. Returns how many they are.
  int add(const std::uint8_t* pixels, std::size_t stride, int rows, std::uint8_t* to,
          std::size_t to_stride);

 private:
  // The source positions under one target position: whole ones from `first` to `last`, the outer
  // two in part. `total` is what the weights come to.
  struct Span {
    int first = 0;
    int last = 0;
    float first_weight = 0;
    float last_weight = 0;
    float total = 0;
  };
  using Sums = std::vector<float>;
  struct Strip;

  static std::vector<Span> spans(int from, double factor);
  std::int64_t source_pixels(const Span& span) const;
  static float weight(const Span& span, int position);
  template <class Column>
  void write_row(Column column_at, const Span& row, std::uint8_t* to) const;
  void write_sums(const Sums& sums, const Span& row, std::uint8_t* to) const;
  template <class Kind, int kCount>
  void write_rows_of(const Strip& strip, const Span& span, std::uint8_t* to) const;
  void sum_columns(const Strip& strip, const Span& span, int left, int right, Sums& sums) const;
  void gather(const Strip& strip);
  void scale_rows(const Strip& strip, int first, int end, std::uint8_t* to,
                  std::size_t to_stride) const;

  const int source_width_;
  const int source_height_;
  const double factor_;
  IdlePool& idle_pool_;
  const bool translucent_;
  const std::vector<Span> columns_;
  const std::vector<Span> rows_;
  int taken_ = 0;    // rows of the source
  int written_ = 0;  // rows of the target
  Sums sums_;        // of the target row that is next, when some of its rows are taken
};

}  // namespace native
