#pragma once

#include <string>
#include <string_view>

#include "native/desktop/utf8.hpp"

// Decodes the text of window properties, in the encodings that X programs have used over the years.

namespace native::x11 {

// Decodes ISO 8859-1, the encoding of STRING properties (ICCCM 2.7.1).
std::string from_latin1(std::string_view bytes);

// Decodes COMPOUND_TEXT (X Consortium standard, 1989) to clean UTF-8: the sets that ISO 2022
// designates and those that Xlib adds, extended segments of known encodings, and UTF-8. Characters
// of an unknown set, or of one that this system's iconv lacks, each become U+FFFD. Reads the first
// 64 KiB.
std::string from_compound_text(std::string_view bytes);

// Returns whether a decoded text has lost a character.
bool is_lossy(std::string_view text);

}  // namespace native::x11
