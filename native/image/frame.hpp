#pragma once

#include "native/desktop/desktop.hpp"

// Pictures in memory: collecting strips, cropping, scaling.
namespace native {

// Returns the announced frame, without pixels. "CAPTURE_FAILED" when it has no pixels.
Frame announced(const FrameInfo& info);
// Throws "INTERNAL_ERROR" unless the strip of `rows` rows from `y` on follows the `gathered` rows
// that the frame already has.
void require_next(const Frame& frame, int gathered, int y, int rows, std::size_t stride);

// Collects the strips of one capture into a Frame.
class FrameSink : public StripSink {
 public:
  // `opaque`: the fourth byte of each pixel must be right; without it that of an opaque picture may
  // have any value, which is enough for encoding it.
  explicit FrameSink(bool opaque = true) : opaque_(opaque) {}
  bool wants_alpha() const override { return opaque_; }
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  Frame take();

 private:
  const bool opaque_;
  Frame frame_;
  int gathered_ = 0;  // rows collected so far
};

// Cuts out a part. `region` is in the picture's own pixels. "INVALID_ARGUMENT" when it lies
// outside. The origin of a part of a scaled picture is rounded outwards to whole desktop pixels.
Frame crop(const Frame& frame, const Rect& region);

// Scales the picture by `factor`, area-averaged in linear light. The mapping back is exact: target
// pixel (u, v) shows the source from (u, v) / factor to (u + 1, v + 1) / factor. So sides are
// rounded up, and the last column and row may show less than a full pixel. The longer side keeps at
// least one pixel. "INVALID_ARGUMENT" unless 0 < factor <= 1.
Frame scale(const Frame& frame, double factor);

// Limits on a picture's size: at most `scale` times the original (above 0, at most 1), and limits
// in pixels, where 0 means none.
struct Fit {
  double scale = 1;
  int max_width = 0;
  int max_height = 0;

  // Returns the largest factor for scale() with which a picture of this size keeps the limits.
  double factor(int width, int height) const;
};

}  // namespace native
