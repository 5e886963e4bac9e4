#include "native/desktop/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace native {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<std::uint8_t>(text[index]) : std::uint8_t{0};
}

bool continues(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

std::size_t length_by(std::uint8_t first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

}  // namespace

std::size_t utf8_sequence(std::string_view text, std::size_t& bad) {
  const std::uint8_t first = byte_at(text, 0);
  bad = 1;
  const std::size_t length = length_by(first);
  if (length <= 1) return length;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (first == 0xE0) low = 0xA0;
  if (first == 0xED) high = 0x9F;
  if (first == 0xF0) low = 0x90;
  if (first == 0xF4) high = 0x8F;
  const std::uint8_t second = byte_at(text, 1);
  if (text.size() < 2 || second < low || second > high) return 0;
  for (bad = 2; bad < length; ++bad) {
    if (bad >= text.size() || !continues(byte_at(text, bad))) return 0;
  }
  return length;
}

std::size_t valid_utf8_length(std::string_view text) {
  constexpr std::uint64_t kNotAscii = 0x8080808080808080U;
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = 0;
    if (at + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & kNotAscii) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    std::size_t bad = 0;
    const std::size_t length = utf8_sequence(text.substr(at), bad);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::string replace_invalid_utf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  for (;;) {
    const std::size_t valid = valid_utf8_length(bytes);
    result += bytes.substr(0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) return result;
    std::size_t bad = 0;
    utf8_sequence(bytes, bad);
    result += "\xEF\xBF\xBD";
    bytes.remove_prefix(bad);
  }
}

std::string clean_utf8(std::string_view bytes) {
  std::string text = replace_invalid_utf8(bytes);
  for (char& letter : text)
    if (static_cast<std::uint8_t>(letter) < 0x20 || letter == 0x7F) letter = ' ';
  return text;
}

}  // namespace native
