#include "native/desktop/utf8.hpp"

#include <cstdint>

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

std::string replace_invalid_utf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  while (!bytes.empty()) {
    std::size_t bad = 0;
    const std::size_t length = utf8_sequence(bytes, bad);
    result += length == 0 ? std::string_view("\xEF\xBF\xBD") : bytes.substr(0, length);
    bytes.remove_prefix(length == 0 ? bad : length);
  }
  return result;
}

}  // namespace native
