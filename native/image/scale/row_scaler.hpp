#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/image/idle_pool.hpp"

namespace native {

// Returns `factor`, or a greater one when `factor` would leave the longer side less than a pixel.
// "INVALID_ARGUMENT" unless both sides are at least 1 and 0 < factor <= 1.
double possible_factor(int width, int height, double factor);

// Works like scale() for rows that come from top to bottom; the result does not depend on how they
// are cut into strips. Driven by one thread; threads of the idle pool help. For an unfinished
// target row it keeps only the sums.
class RowScaler {
 public:
  // Scales by possible_factor(). Weights the pixels of a translucent picture by their alpha.
  RowScaler(int width, int height, double factor, IdlePool& idle_pool, bool translucent = false);

  // Size of the scaled picture.
  int width() const { return static_cast<int>(columns_.size()); }
  int height() const { return static_cast<int>(rows_.size()); }
  double factor() const { return factor_; }

  // Returns how many rows add() will write when it gets `rows` rows.
  int ready(int rows) const;
  // Takes the next rows (B, G, R, and alpha in translucent pictures) and writes those that are
  // complete (B, G, R, 255 or alpha) to `to`. Returns their number.
  int add(const std::uint8_t* pixels, std::size_t stride, int rows, std::uint8_t* to,
          std::size_t to_stride);

 private:
  // The source positions under one target position: from `first` to `last`, of which these two
  // count in part. `total` is the sum of the weights.
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
  int taken_ = 0;    // rows taken from the source
  int written_ = 0;  // rows written to the target
  Sums sums_;        // of the next target row, if some of its source rows were taken
};

}  // namespace native
