#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runtime {

// What stands for bytes that are not UTF-8: U+FFFD.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// Returns how many bytes the character at the front takes (RFC 3629); 0 when it is invalid, with
// `bad` set to the number of bytes that one U+FFFD stands for (the Unicode standard's "maximal
// subpart").
std::size_t character_size(std::string_view text, std::size_t* bad);

// Appends "\\u202e" for a valid character of the Basic Multilingual Plane, as JSON has it.
void append_escaped(std::string& out, std::string_view character);

}  // namespace runtime
