#pragma once

#include <cstdint>
#include <vector>

namespace native {

// Makes every text dark on white, whatever its own colours: each pixel becomes its distance from
// the ground that it stands on. The engine reads nothing else well, and a desktop mixes light
// pages, dark terminals, selections and coloured buttons. `gray` holds width * height bytes; so
// does the result.
std::vector<std::uint8_t> on_white_ground(const std::uint8_t* gray, int width, int height);

}  // namespace native
