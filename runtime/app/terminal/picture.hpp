#pragma once

#include <string>

#include "native/desktop/records.hpp"

namespace runtime {

struct PictureLimits {
  int rows = 0;        // at most; 0: as many as the terminal has
  bool colour = true;  // without: the terminal's own two colours
};

}  // namespace runtime

// What the program looks for in the module: a picture as text for the terminal on standard output
// (kitty, sixel or Unicode blocks, whatever it understands), ended by a newline.
extern "C" void peekaboo_draw_picture(const native::Frame* frame,
                                      const runtime::PictureLimits* limits, std::string* text);
