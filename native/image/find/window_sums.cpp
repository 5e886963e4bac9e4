#include "native/image/find/window_sums.hpp"

#include <cstring>

#include "native/image/pixels.hpp"

namespace native {
namespace {

constexpr std::uint64_t kAcross = 0x9E3779B97F4A7C15;  // odd, so that multiplying loses no bits
constexpr std::uint64_t kDown = 0xC2B2AE3D27D4EB4F;

// Spreads a pixel over all bits, so that similar colours do not cancel out.
std::uint64_t value_at(const std::uint8_t* row, std::size_t x) {
  std::uint32_t pixel;
  std::memcpy(&pixel, row + 4 * x, sizeof pixel);
  const std::uint64_t mixed = ((pixel & 0x00ffffffU) + 1) * 0xD6E8FEB86659FD93;
  return mixed ^ mixed >> 32;
}

std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

WindowSums::WindowSums(const Frame& frame, const Rect& region, int width, int height)
    : frame_(frame),
      region_(region),
      width_(width),
      height_(height),
      next_(region.y),
      leaving_pixel_(power(kAcross, width)),
      leaving_row_(power(kDown, height)),
      sums_(static_cast<std::size_t>(region.width - width + 1), 0),
      row_(sums_.size()) {
  for (int y = region.y; y < region.y + height - 1; ++y) {
    sum_row(y, row_);
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] = sums_[i] * kDown + row_[i];
  }
}

void WindowSums::sum_row(int y, std::vector<std::uint64_t>& sums) const {
  const std::uint8_t* row = row_of(frame_, y) + static_cast<std::size_t>(region_.x) * 4;
  const auto width = static_cast<std::size_t>(width_);
  std::uint64_t sum = 0;
  for (std::size_t x = 0; x < width; ++x) sum = sum * kAcross + value_at(row, x);
  sums[0] = sum;
  for (std::size_t i = 1; i < sums.size(); ++i) {
    sum = sum * kAcross + value_at(row, i + width - 1) - value_at(row, i - 1) * leaving_pixel_;
    sums[i] = sum;
  }
}

const std::vector<std::uint64_t>& WindowSums::next() {
  sum_row(next_ + height_ - 1, row_);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] = sums_[i] * kDown + row_[i];
  if (next_ > region_.y) {
    sum_row(next_ - 1, row_);
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] -= row_[i] * leaving_row_;
  }
  ++next_;
  return sums_;
}

std::uint64_t sum_of(const Frame& frame) {
  WindowSums sums(frame, {0, 0, frame.width, frame.height}, frame.width, frame.height);
  return sums.next()[0];
}

}  // namespace native
