#include "tests/unit/native/contract/picture.hpp"

#include <algorithm>
#include <stdexcept>

#include "tests/unit/native/contract/world.hpp"

namespace contract {

using native::Rect;

void Picture::begin(const native::FrameInfo& info) {
  if (rows_ != 0) throw std::logic_error("begin() came twice");
  info_ = info;
  pixels_.resize(static_cast<std::size_t>(info.width) * static_cast<std::size_t>(info.height) * 4);
}

void Picture::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  if (y != rows_ || rows <= 0 || y + rows > info_.height)
    throw std::logic_error("a strip out of order");
  if (throw_at_row_ >= 0 && y + rows > throw_at_row_)
    throw std::runtime_error("the sink has had enough");
  const auto width = static_cast<std::size_t>(info_.width) * 4;
  for (int row = 0; row < rows; ++row) {
    std::copy_n(
        pixels + static_cast<std::size_t>(row) * stride, width,
        pixels_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y + row) * width));
    std::fill_n(pixels + static_cast<std::size_t>(row) * stride, width, std::uint8_t{0x5A});
  }
  rows_ += rows;
}

std::uint32_t Picture::pixel(int x, int y) const {
  const auto column = static_cast<std::size_t>(x - info_.origin.x);
  const auto row = static_cast<std::size_t>(y - info_.origin.y);
  const std::uint8_t* bytes =
      pixels_.data() + (row * static_cast<std::size_t>(info_.width) + column) * 4;
  return static_cast<std::uint32_t>(bytes[2] << 16 | bytes[1] << 8 | bytes[0]);
}

bool Picture::opaque() const {
  for (std::size_t i = 3; i < pixels_.size(); i += 4) {
    if (pixels_[i] != 0xFF) return false;
  }
  return !pixels_.empty();
}

int Picture::differences(int seed, const Rect& window) const {
  const Rect both = intersection(info_.origin, window);
  if (rows_ != info_.height || both.empty()) return -1;
  int count = 0;
  for (int y = both.y; y < both.y + both.height; ++y) {
    for (int x = both.x; x < both.x + both.width; ++x) {
      if (pixel(x, y) != pattern(seed, x - window.x, y - window.y)) ++count;
    }
  }
  return count;
}

Picture Picture::part(const Rect& area) const {
  Picture result;
  result.info_ = {area.width, area.height, area, info_.method};
  result.rows_ = area.height;
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      const std::uint32_t color = pixel(x, y);
      for (const int shift : {0, 8, 16})
        result.pixels_.push_back(static_cast<std::uint8_t>(color >> shift));
      result.pixels_.push_back(0xFF);
    }
  }
  return result;
}

}  // namespace contract
