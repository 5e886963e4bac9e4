#pragma once

#include <string>

#include "native/desktop/pixel_memory.hpp"
#include "native/wayland/raw_picture.hpp"

namespace native::wayland {

// A picture that stands upright. Byte order B, G, R and X, which may be premultiplied alpha.
struct UprightPicture {
  int width = 0;
  int height = 0;
  std::uint8_t* pixels = nullptr;  // may be changed
  std::size_t stride = 0;
  bool has_alpha = false;  // X is alpha
  std::string method;
  std::unique_ptr<SharedBuffer> buffer;  // that the pixels are in, or
  PixelBytes turned;                     // memory of its own
};

// Turns a picture upright, and its pixels into that order. Copies only what must be changed.
UprightPicture upright(RawPicture picture);

}  // namespace native::wayland
