#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace native {

// Returns the length of the valid UTF-8 sequence at the start of a text that is not empty, or 0 and
// in `bad` the length of the maximal invalid part (Unicode, chapter 3.9).
std::size_t utf8_sequence(std::string_view text, std::size_t& bad);

// Replaces each maximal invalid part by U+FFFD; keeps all characters, control characters too.
std::string replace_invalid_utf8(std::string_view bytes);

}  // namespace native
