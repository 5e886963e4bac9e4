#include "native/x11/connection/setup_check.hpp"

#include <cstddef>
#include <span>

namespace native::x11 {
namespace {

// What is left of the setup, read from its front.
class Rest {
 public:
  explicit Rest(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool skip(std::size_t count) {
    if (count > bytes_.size()) return false;
    bytes_ = bytes_.subspan(count);
    return true;
  }
  // Null when it is not all there.
  template <class T>
  const T* take() {
    const auto* value = reinterpret_cast<const T*>(bytes_.data());
    return skip(sizeof(T)) ? value : nullptr;
  }

 private:
  std::span<const std::byte> bytes_;
};

bool is_known(const xcb_format_t& format) {
  const int pad = format.scanline_pad;
  const int bits = format.bits_per_pixel;
  return (pad == 8 || pad == 16 || pad == 32) &&
         (bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32);
}

bool take_screen(Rest& rest) {
  const auto* screen = rest.take<xcb_screen_t>();
  if (screen == nullptr) return false;
  for (int i = 0; i < screen->allowed_depths_len; ++i) {
    const auto* depth = rest.take<xcb_depth_t>();
    if (depth == nullptr || !rest.skip(depth->visuals_len * sizeof(xcb_visualtype_t))) return false;
  }
  return true;
}

}  // namespace

bool is_sound(const xcb_setup_t& setup) {
  constexpr std::size_t kHead = 8;  // not counted in `length`
  Rest rest({reinterpret_cast<const std::byte*>(&setup), kHead + std::size_t{4} * setup.length});
  const std::size_t vendor = (std::size_t{setup.vendor_len} + 3) / 4 * 4;
  if (!rest.skip(sizeof setup) || !rest.skip(vendor)) return false;
  for (int i = 0; i < setup.pixmap_formats_len; ++i) {
    const auto* format = rest.take<xcb_format_t>();
    if (format == nullptr || !is_known(*format)) return false;
  }
  for (int i = 0; i < setup.roots_len; ++i) {
    if (!take_screen(rest)) return false;
  }
  return setup.roots_len > 0;
}

}  // namespace native::x11
