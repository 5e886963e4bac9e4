#include "native/x11/text.hpp"

#include <algorithm>
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

// An escape sequence: intermediate bytes 0x20 to 0x2F, then one final byte (ISO 2022).
std::string_view escape_at(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && byte_at(text, end) >= 0x20 && byte_at(text, end) <= 0x2F) ++end;
  return text.substr(0, end + 1);
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

std::string from_compound_text(std::string_view bytes) {
  constexpr std::string_view kBeginUtf8 = "\x1b%G";
  constexpr std::string_view kEndUtf8 = "\x1b%@";
  std::string result;
  int left_width = 1;  // bytes of a character in the left and the right half; 1 in the right half
  int right_width = 1;
  bool left_ascii = true;
  bool right_latin1 = true;
  while (!bytes.empty()) {
    if (bytes.starts_with(kBeginUtf8)) {
      bytes.remove_prefix(kBeginUtf8.size());
      const std::size_t end = std::min(bytes.find(kEndUtf8), bytes.size());
      result += clean_utf8(bytes.substr(0, end));
      bytes.remove_prefix(std::min(end + kEndUtf8.size(), bytes.size()));
      continue;
    }
    const std::uint8_t first = byte_at(bytes, 0);
    if (first == 0x1B) {
      const std::string_view escape = escape_at(bytes);
      const bool wide = escape.size() == 4 && escape[1] == '$';
      const char half = wide ? escape[2] : (escape.size() > 1 ? escape[1] : '\0');
      if (half == '(') {
        left_width = wide ? 2 : 1;
        left_ascii = !wide && escape.back() == 'B';
      } else if (half == ')' || half == '-') {
        right_width = wide ? 2 : 1;
        right_latin1 = escape == "\x1b-A";
      }
      bytes.remove_prefix(escape.size());
      continue;
    }
    const bool right = first >= 0x80;
    const bool known = first <= 0x20 || (right ? right_latin1 : left_ascii);
    if (known) {
      append_latin1(result, first);
    } else {
      result += kReplacement;
    }
    const int width = known ? 1 : (right ? right_width : left_width);
    bytes.remove_prefix(std::min<std::size_t>(static_cast<std::size_t>(width), bytes.size()));
  }
  return result;
}

}  // namespace native::x11
