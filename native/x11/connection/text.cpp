#include "native/x11/connection/text.hpp"

#include <cstddef>
#include <cstdint>

namespace native::x11 {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<std::uint8_t>(text[index]) : std::uint8_t{0};
}

bool continues(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Length of the well-formed sequence at the start, or 0 with the length of the wrong part in `bad`.
std::size_t sequence_length(std::string_view text, std::size_t& bad) {
  const std::uint8_t first = byte_at(text, 0);
  bad = 1;
  if (first < 0x80) return 1;
  std::size_t length = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) length = 2;
  if (first >= 0xE0 && first <= 0xEF) length = 3;
  if (first >= 0xF0 && first <= 0xF4) length = 4;
  if (length == 0) return 0;
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

void append_latin1(std::string& result, std::uint8_t letter) {
  if (letter < 0x20 || letter == 0x7F || (letter >= 0x80 && letter < 0xA0)) {
    result += ' ';
  } else if (letter < 0x80) {
    result += static_cast<char>(letter);
  } else {
    result += static_cast<char>(0xC0 | (letter >> 6));
    result += static_cast<char>(0x80 | (letter & 0x3F));
  }
}

}  // namespace

std::string clean_utf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  while (!bytes.empty()) {
    std::size_t bad = 0;
    const std::size_t length = sequence_length(bytes, bad);
    if (length == 0) {
      result += kReplacement;
      bytes.remove_prefix(bad);
      continue;
    }
    const std::uint8_t first = byte_at(bytes, 0);
    const bool control = length == 1 && (first < 0x20 || first == 0x7F);
    if (control) {
      result += ' ';
    } else {
      result += bytes.substr(0, length);
    }
    bytes.remove_prefix(length);
  }
  return result;
}

std::string from_latin1(std::string_view bytes) {
  std::string result;
  for (const char letter : bytes) append_latin1(result, static_cast<std::uint8_t>(letter));
  return result;
}

}  // namespace native::x11
