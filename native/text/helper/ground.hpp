#pragma once

#include <cstdint>
#include <vector>

namespace native {

// Returns the picture with all text dark on white: each pixel becomes its distance from the
// background around it. The engine reads only such text well, and a desktop mixes light pages, dark
// terminals, selections and coloured buttons. `gray` holds width * height bytes; so does the
// result.
std::vector<std::uint8_t> on_white_ground(const std::uint8_t* gray, int width, int height);

}  // namespace native
