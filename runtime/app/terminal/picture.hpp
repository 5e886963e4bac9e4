#pragma once

#include <string>

#include "native/desktop/records.hpp"

namespace runtime {

struct PictureLimits {
  int rows = 0;        // maximum; 0: the terminal's height
  bool colour = true;  // without: the terminal's own two colours
};

}  // namespace runtime

// Looked up by the program in the module. Returns a picture as text for the terminal on standard
// output (kitty, sixel or Unicode blocks, as supported), ended by a newline.
extern "C" void peekaboo_draw_picture(const native::Frame* frame,
                                      const runtime::PictureLimits* limits, std::string* text);
