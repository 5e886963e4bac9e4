#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace native {

// The longest text that is typed at once, in bytes.
constexpr std::size_t kMaxTypedBytes = std::size_t{1} << 20;

// Returns the characters to type for UTF-8: '\n' for each kind of line end, '\t' for a tab. Throws
// Error "INVALID_ARGUMENT" for other control characters, what is not UTF-8 (surrogates too),
// characters that cannot be typed, and more than kMaxTypedBytes.
std::vector<char32_t> typed_characters(std::string_view text);

}  // namespace native
