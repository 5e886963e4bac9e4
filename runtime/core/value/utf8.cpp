#include "runtime/core/value/utf8.hpp"

namespace runtime {

std::size_t character_size(std::string_view text, std::size_t* bad) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(0);
  *bad = 1;
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (*bad = 2; *bad < size; ++*bad)
    if ((byte(*bad) & 0xC0) != 0x80) return 0;
  return size;
}

void append_escaped(std::string& out, std::string_view character) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr unsigned kLeadBits[] = {0x7F, 0x7F, 0x1F, 0x0F};  // by size
  unsigned code = static_cast<unsigned char>(character[0]) & kLeadBits[character.size()];
  for (const char c : character.substr(1))
    code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[code >> shift & 15];
}

}  // namespace runtime
