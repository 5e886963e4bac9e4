#pragma once

#include "native/desktop/desktop.hpp"

// Pictures in memory: gathering strips, cutting, shrinking.
namespace native {

// What is announced, without pixels. "CAPTURE_FAILED" for a picture without any.
Frame announced(const FrameInfo& info);
// "INTERNAL_ERROR" unless `rows` rows from `y` on are what comes next of the announced frame, of
// which `gathered` are there.
void require_next(const Frame& frame, int gathered, int y, int rows, std::size_t stride);

// Gathers the strips of one capture into a Frame.
class FrameSink : public StripSink {
 public:
  bool wants_windows() const override { return false; }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  Frame take();

 private:
  Frame frame_;
  int gathered_ = 0;  // rows
};

// `region` is in the picture's own pixels. "INVALID_ARGUMENT" when nothing of it is inside. The
// origin of a scaled picture's part is rounded outwards to whole desktop pixels.
Frame crop(const Frame& frame, const Rect& region);

// The picture at `factor` times its size, area-averaged in linear light. The map back stays exact:
// the target pixel (u, v) shows the source from (u, v) / factor to (u + 1, v + 1) / factor, so
// sides are rounded up and the last column and row may show less than a whole square. The longer
// side keeps at least one pixel. "INVALID_ARGUMENT" unless 0 < factor <= 1.
Frame scale(const Frame& frame, double factor);

// How small a picture is to be: at most `scale` times its size (above 0, at most 1), and within
// limits in pixels, of which 0 is none.
struct Fit {
  double scale = 1;
  int max_width = 0;
  int max_height = 0;

  // What to scale() a picture of this size by: the largest factor that keeps it so.
  double factor(int width, int height) const;
};

}  // namespace native
