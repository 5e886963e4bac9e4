#include "native/image/scale/scale.hpp"

#include <algorithm>

#include "native/image/pixels.hpp"
#include "native/image/scale/row_scaler.hpp"

namespace native {

double Fit::factor(int width, int height) const {
  double result = scale;
  if (max_width > 0) result = std::min(result, static_cast<double>(max_width) / width);
  if (max_height > 0) result = std::min(result, static_cast<double>(max_height) / height);
  return result;
}

Frame scale_with(const Frame& frame, double factor, IdlePool& idle_pool) {
  require_pixels(frame);
  if (possible_factor(frame.width, frame.height, factor) == 1)
    return crop(frame, {0, 0, frame.width, frame.height});
  RowScaler scaler(frame.width, frame.height, factor, idle_pool, frame.translucent);
  Frame result;
  result.width = scaler.width();
  result.height = scaler.height();
  result.stride = static_cast<std::size_t>(result.width) * 4;
  result.origin = frame.origin;
  result.scale = frame.scale * scaler.factor();
  result.method = frame.method;
  result.from_screen = frame.from_screen;
  result.translucent = frame.translucent;
  result.pixels.resize(result.stride * static_cast<std::size_t>(result.height));
  scaler.add(frame.pixels.data(), frame.stride, frame.height, result.pixels.data(), result.stride);
  return result;
}

Frame scale(const Frame& frame, double factor) {
  return scale_with(frame, factor, IdlePool::shared());
}

}  // namespace native
