#pragma once

#include <cstdint>

namespace native {

// Whitens what underlines the words of a line, because it hides underscores and is read as a part
// of letters. Letters that cross it stay whole. `gray` holds width * height bytes, dark on white.
void erase_underline(std::uint8_t* gray, int width, int height);

}  // namespace native
