#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace native {

// Returns the length of the valid UTF-8 sequence at the start of a text that is not empty, or 0 and
// in `bad` the length of the maximal invalid part (Unicode, chapter 3.9).
std::size_t utf8_sequence(std::string_view text, std::size_t& bad);

// Returns how many bytes of a text are valid up to its first invalid part.
std::size_t valid_utf8_length(std::string_view text);
inline bool is_utf8(std::string_view text) { return valid_utf8_length(text) == text.size(); }

// Replaces each maximal invalid part by U+FFFD; keeps all characters, control characters too.
std::string replace_invalid_utf8(std::string_view bytes);

// Replaces each maximal invalid part by U+FFFD, and control characters by blanks.
std::string clean_utf8(std::string_view bytes);

}  // namespace native
