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

}  // namespace native::x11
