#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace contract {

// Keeps the whole picture, checks that the strips come as promised, and compares.
class Picture : public native::StripSink {
 public:
  void throw_at_row(int row) { throw_at_row_ = row; }

  void begin(const native::FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;

  const native::FrameInfo& info() const { return info_; }
  std::uint32_t pixel(int x, int y) const;  // 0xRRGGBB at a desktop point
  bool opaque() const;
  // Returns how many pixels differ from those that a window of that seed and place paints, where
  // picture and window overlap; -1 when they do not overlap or rows are missing.
  int differences(int seed, const native::Rect& window) const;
  Picture part(const native::Rect& area) const;

 private:
  native::FrameInfo info_;
  std::vector<std::uint8_t> pixels_;
  int rows_ = 0;
  int throw_at_row_ = -1;
};

}  // namespace contract
