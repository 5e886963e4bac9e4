#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runtime {

// Replaces bytes that are not UTF-8: U+FFFD.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// Returns the size in bytes of the first character (RFC 3629). Returns 0 if it is invalid and sets
// `bad` to the number of bytes that one U+FFFD replaces (the Unicode standard's "maximal subpart").
std::size_t character_size(std::string_view text, std::size_t* bad);

// Appends "\\u202e" for a valid character of the Basic Multilingual Plane, as in JSON.
void append_escaped(std::string& out, std::string_view character);

}  // namespace runtime
