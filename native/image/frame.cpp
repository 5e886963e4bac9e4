#include "native/image/frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "native/image/pixels.hpp"

namespace native {
namespace {

// Returns the desktop area of a part, rounded outwards when the picture was scaled.
Rect origin_of(const Frame& frame, const Rect& part) {
  const Rect& whole = frame.origin;
  if (whole.empty()) return part;
  const auto before = [&](int side) { return static_cast<int>(std::floor(side / frame.scale)); };
  const auto after = [&](int side) { return static_cast<int>(std::ceil(side / frame.scale)); };
  const Rect shown = {whole.x + before(part.x), whole.y + before(part.y),
                      after(part.x + part.width) - before(part.x),
                      after(part.y + part.height) - before(part.y)};
  return intersection(shown, whole);
}

void copy_rows(const std::uint8_t* from, std::size_t from_stride, std::uint8_t* to,
               std::size_t to_stride, int rows) {
  if (from_stride == to_stride) {
    std::memcpy(to, from, to_stride * static_cast<std::size_t>(rows));
    return;
  }
  for (int row = 0; row < rows; ++row, from += from_stride, to += to_stride)
    std::memcpy(to, from, to_stride);
}

std::string describe(const Rect& rect) {
  return std::to_string(rect.width) + "x" + std::to_string(rect.height) + " at " +
         std::to_string(rect.x) + "," + std::to_string(rect.y);
}

}  // namespace

Frame announced(const FrameInfo& info) {
  if (info.width <= 0 || info.height <= 0)
    throw Error("CAPTURE_FAILED", "capture delivered an empty picture");
  Frame frame;
  frame.width = info.width;
  frame.height = info.height;
  frame.stride = static_cast<std::size_t>(info.width) * 4;
  frame.origin = info.origin;
  frame.scale = info.scale;
  frame.method = info.method;
  frame.note = info.note;
  frame.translucent = info.translucent;
  frame.menus = info.menus;
  frame.excluded_windows = info.excluded_windows;
  frame.excluded = info.excluded;
  frame.masked = info.masked;
  frame.from_screen = info.from_screen;
  return frame;
}

void require_next(const Frame& frame, int gathered, int y, int rows, std::size_t stride) {
  if (y != gathered || rows < 0 || rows > frame.height - y || stride < frame.stride)
    throw Error("INTERNAL_ERROR", "capture delivered its strips out of order");
}

void FrameSink::begin(const FrameInfo& info) {
  frame_ = announced(info);
  frame_.pixels.resize(frame_.stride * static_cast<std::size_t>(info.height));
  gathered_ = 0;
}

void FrameSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  require_next(frame_, gathered_, y, rows, stride);
  std::uint8_t* to = frame_.pixels.data() + static_cast<std::size_t>(y) * frame_.stride;
  copy_rows(pixels, stride, to, frame_.stride, rows);
  gathered_ += rows;
}

Frame FrameSink::take() {
  if (gathered_ != frame_.height)
    throw Error("INTERNAL_ERROR", "capture ended before its last strip");
  return std::move(frame_);
}

Frame crop(const Frame& frame, const Rect& region) {
  require_pixels(frame);
  const Rect part = intersection(region, {0, 0, frame.width, frame.height});
  if (part.empty())
    throw Error("INVALID_ARGUMENT",
                "region " + describe(region) + " lies outside the picture of " +
                    std::to_string(frame.width) + "x" + std::to_string(frame.height) + " pixels",
                "Give a region inside the picture.");
  Frame result;
  result.width = part.width;
  result.height = part.height;
  result.stride = static_cast<std::size_t>(part.width) * 4;
  result.origin = origin_of(frame, part);
  result.scale = frame.scale;
  result.method = frame.method;
  result.from_screen = frame.from_screen;
  result.translucent = frame.translucent;
  result.excluded = frame.excluded;
  result.pixels.resize(result.stride * static_cast<std::size_t>(part.height));
  copy_rows(row_of(frame, part.y) + static_cast<std::size_t>(part.x) * 4, frame.stride,
            result.pixels.data(), result.stride, part.height);
  return result;
}

}  // namespace native
