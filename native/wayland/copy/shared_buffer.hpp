#pragma once

#include <wayland-client.h>

#include <cstddef>
#include <cstdint>

#include "native/wayland/owned.hpp"

namespace native::wayland {

// The memory into which the compositor writes one picture (wl_shm).
class SharedBuffer {
 public:
  // `format` as wl_shm.format has it. Throws "CAPTURE_FAILED" for sizes that no picture has.
  SharedBuffer(wl_shm* shm, int width, int height, std::size_t stride, std::uint32_t format);
  ~SharedBuffer();
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  wl_buffer* object() const { return buffer_.get(); }
  std::uint8_t* pixels() const { return pixels_; }
  int width() const { return width_; }
  int height() const { return height_; }
  std::size_t stride() const { return stride_; }
  std::uint32_t format() const { return format_; }

 private:
  int width_, height_;
  std::size_t stride_;
  std::uint32_t format_;
  std::uint8_t* pixels_ = nullptr;
  Owned<wl_buffer, &wl_buffer_destroy> buffer_;
};

// Returns the bytes of one pixel in a format that upright() reads; 0 for any other.
std::size_t bytes_per_pixel(std::uint32_t format);

}  // namespace native::wayland
