#pragma once

#include <memory>
#include <utility>

#include "native/desktop/pixel_memory.hpp"
#include "native/wayland/copy/shared_buffer.hpp"

namespace native::wayland {

// A picture as the compositor has written it.
struct RawPicture {
  std::uint8_t* pixels = nullptr;
  int width = 0, height = 0;
  std::size_t stride = 0;
  std::uint32_t format = 0;              // as wl_shm.format has it
  std::unique_ptr<SharedBuffer> buffer;  // that the pixels are in, or
  PixelBytes bytes;                      // these; neither: memory of somebody else
  std::uint32_t transform = 0;           // how its content stands: a value of wl_output.transform
  bool upside_down = false;
  const char* method = "";  // see Frame

  // Takes the place of what was there by a buffer that has been written.
  void take(std::unique_ptr<SharedBuffer> written) {
    pixels = written->pixels();
    width = written->width();
    height = written->height();
    stride = written->stride();
    format = written->format();
    buffer = std::move(written);
  }
};

}  // namespace native::wayland
