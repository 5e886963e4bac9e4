#pragma once

#include "native/desktop/pixel_memory.hpp"
#include "native/portal/message.hpp"

// Pictures that peekaboo-portal answers with.
namespace native::portal {

struct PictureSize {
  int width = 0, height = 0;  // in pixels
};

struct Picture {
  int width = 0, height = 0;
  PixelBytes bytes;        // rows without gaps, four bytes a pixel
  bool red_first = false;  // R, G, B instead of B, G, R
  bool has_alpha = false;  // the last byte is alpha, by which the others have been multiplied;
                           // else it has no meaning
};

// Returns the picture of an answer. Throws the error "bad answer" when it has none.
Picture picture_in(const Message& answer);

}  // namespace native::portal
