#include "runtime/core/base64.hpp"

#include <array>

namespace runtime {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Twelve bits become two letters with one look-up.
constexpr auto kPairs = [] {
  std::array<char, 4096 * 2> pairs{};
  for (std::size_t i = 0; i < 4096; ++i) {
    pairs[2 * i] = kAlphabet[i >> 6];
    pairs[2 * i + 1] = kAlphabet[i & 63];
  }
  return pairs;
}();

constexpr std::uint8_t kInvalid = 0xff;

constexpr auto kDigits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kInvalid);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return digits;
}();

void put_pair(char* to, std::uint32_t twelve_bits) {
  to[0] = kPairs[2 * twelve_bits];
  to[1] = kPairs[2 * twelve_bits + 1];
}

}  // namespace

void append_base64(std::string& out, std::span<const std::uint8_t> bytes) {
  const std::size_t begin = out.size();
  out.resize(begin + base64_size(bytes.size()));
  char* to = out.data() + begin;
  const std::size_t whole = bytes.size() / 3 * 3;
  for (std::size_t i = 0; i < whole; i += 3, to += 4) {
    const std::uint32_t bits = static_cast<std::uint32_t>(bytes[i]) << 16 |
                               static_cast<std::uint32_t>(bytes[i + 1]) << 8 | bytes[i + 2];
    put_pair(to, bits >> 12);
    put_pair(to + 2, bits & 0xfff);
  }
  const std::size_t rest = bytes.size() - whole;
  if (rest == 0) return;
  std::uint32_t bits = static_cast<std::uint32_t>(bytes[whole]) << 16;
  if (rest == 2) bits |= static_cast<std::uint32_t>(bytes[whole + 1]) << 8;
  put_pair(to, bits >> 12);
  put_pair(to + 2, bits & 0xfff);
  to[3] = '=';
  if (rest == 1) to[2] = '=';
}

std::optional<std::vector<std::uint8_t>> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t letters = text.size() - padding;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < letters; ++i) {
    const std::uint8_t digit = kDigits[static_cast<unsigned char>(text[i])];
    if (digit == kInvalid) return std::nullopt;
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> count & 0xff));
  }
  // Bits beyond the last byte must be zero, or two texts would stand for the same bytes.
  if ((bits & ((1u << count) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace runtime
