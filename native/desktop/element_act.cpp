#include "native/desktop/element_act.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "native/desktop/error.hpp"

namespace native {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error("INVALID_ARGUMENT", what); }

// Returns how many bytes a character has by its first one; 0: none begins so.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

bool is_valid_character(std::string_view bytes) {
  std::uint32_t code = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return code != 0;
  code &= 0x7FU >> bytes.size();
  for (const char each : bytes.substr(1)) {
    const auto byte = static_cast<unsigned char>(each);
    if ((byte & 0xC0) != 0x80) return false;
    code = code << 6 | (byte & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  return code >= kLeast[bytes.size()] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

}  // namespace

void check_element_act(const ElementAct& act) {
  if (const auto* number = std::get_if<double>(&act.value)) {
    if (!std::isfinite(*number)) refuse("the value is no finite number");
    return;
  }
  std::string_view rest = std::get<std::string>(act.value);
  if (rest.size() > kMaxValueBytes) refuse("the value is longer than 1 MiB");
  while (!rest.empty()) {
    const std::size_t length = length_of(static_cast<unsigned char>(rest[0]));
    if (length == 0 || length > rest.size() || !is_valid_character(rest.substr(0, length)))
      refuse("the value is no UTF-8 text, or has a zero byte");
    rest.remove_prefix(length);
  }
}

std::string number_text(double number) {
  std::array<char, 40> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return {};
  return {text.data(), end};
}

}  // namespace native
