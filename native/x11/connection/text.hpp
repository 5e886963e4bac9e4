#pragma once

#include <string>
#include <string_view>

// Text of window properties, in the encodings that X programs have used over the years.

namespace native::x11 {

// Bytes that are no valid UTF-8 become U+FFFD, one for each maximal wrong part (Unicode,
// chapter 3.9); NUL and other control characters become blanks.
std::string clean_utf8(std::string_view bytes);

// ISO 8859-1, the encoding of STRING properties (ICCCM 2.7.1).
std::string from_latin1(std::string_view bytes);

// COMPOUND_TEXT (X Consortium standard, 1989) as clean UTF-8: the sets that ISO 2022 designates and
// those that Xlib adds, extended segments of known encodings, and UTF-8. What belongs to an unknown
// set, or to one that this system's iconv lacks, becomes U+FFFD, one for each character. Looks at
// the first 64 KiB.
std::string from_compound_text(std::string_view bytes);

// Whether a decoded text lost a character on the way.
bool is_lossy(std::string_view text);

}  // namespace native::x11
