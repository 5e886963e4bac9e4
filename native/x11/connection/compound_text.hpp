#pragma once

#include <string>
#include <string_view>

namespace native::x11 {

// COMPOUND_TEXT (X Consortium standard, 1989) as clean UTF-8: the sets that ISO 2022 designates and
// those that Xlib adds, extended segments of known encodings, and UTF-8. What belongs to an unknown
// set, or to one that this system's iconv lacks, becomes U+FFFD, one for each character. Looks at
// the first 64 KiB.
std::string from_compound_text(std::string_view bytes);

// Whether a decoded text lost a character on the way.
bool is_lossy(std::string_view text);

}  // namespace native::x11
