#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

// Canonical base64 (RFC 4648 section 4): padded, no line breaks.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
// Appends the encoded form. When encoding piecewise, every piece but the last must be a multiple of
// 3 bytes.
void append_base64(std::string& out, std::span<const std::uint8_t> bytes);
// Returns nothing if the text is not canonical.
std::optional<std::vector<std::uint8_t>> decode_base64(std::string_view text);

}  // namespace runtime
