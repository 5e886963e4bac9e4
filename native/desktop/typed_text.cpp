#include "native/desktop/typed_text.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

constexpr char32_t kBad = 0xFFFFFFFF;

// Decodes one character at `at` and moves past it; kBad when the bytes are not UTF-8.
char32_t decode(std::string_view text, std::size_t& at) {
  const auto first = static_cast<std::uint8_t>(text[at++]);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  constexpr std::array<char32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4) return kBad;
  char32_t value = first & (0x3FU >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size()) return kBad;
    const auto next = static_cast<std::uint8_t>(text[at]);
    if ((next & 0xC0) != 0x80) return kBad;
    ++at;
    value = value << 6 | (next & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  const bool sound = value >= kLeast[static_cast<std::size_t>(more)] && value <= 0x10FFFF;
  return sound && !surrogate ? value : kBad;
}

bool is_control(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value < 0xA0) || (value & 0xFFFE) == 0xFFFE;
}

[[noreturn]] void refuse(const char* what, std::size_t place, char32_t value) {
  std::array<char, 16> code{};
  std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(value));
  const std::string named = value == kBad ? std::string() : std::string(" ") + code.data();
  throw Error("INVALID_ARGUMENT",
              std::string(what) + named + " at byte " + std::to_string(place + 1) +
                  " of the text cannot be typed",
              "Type characters, line ends and tabs; press other keys by name.",
              {{"byte", static_cast<std::int64_t>(place + 1)}});
}

}  // namespace

std::vector<char32_t> typed_characters(std::string_view text) {
  if (text.size() > kMaxTypedBytes)
    throw Error("INVALID_ARGUMENT",
                "text has " + std::to_string(text.size()) + " bytes, more than " +
                    std::to_string(kMaxTypedBytes),
                "Type it in parts, or paste it.");
  std::vector<char32_t> result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t place = at;
    char32_t value = decode(text, at);
    if (value == kBad) refuse("a byte that is not UTF-8", place, kBad);
    if (value == '\r') {
      if (at < text.size() && text[at] == '\n') ++at;
      value = '\n';
    }
    if (value != '\n' && value != '\t' && is_control(value))
      refuse("control character", place, value);
    result.push_back(value);
  }
  return result;
}

}  // namespace native
