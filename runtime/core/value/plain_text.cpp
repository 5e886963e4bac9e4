#include "runtime/core/value/plain_text.hpp"

#include <algorithm>

#include "runtime/core/value/utf8.hpp"

namespace runtime {

namespace {

enum class Keep { kNothing, kLines, kColours };

bool is_plain_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F;
}

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// U+061C, U+200E, U+200F: zero width, so a space in their place would be visible.
bool is_direction_mark(std::string_view text, std::size_t size) {
  const std::string_view character = text.substr(0, size);
  return character == "\xD8\x9C" || character == "\xE2\x80\x8E" || character == "\xE2\x80\x8F";
}

// Returns the length of "ESC [ digits and semicolons m" at the front, or 0.
std::size_t colour_size(std::string_view text) {
  constexpr std::size_t kLongestColour = 32;
  if (!text.starts_with("\x1b[")) return 0;
  for (std::size_t i = 2; i < std::min(text.size(), kLongestColour); ++i) {
    if (text[i] == 'm') return i + 1;
    if (text[i] != ';' && (text[i] < '0' || text[i] > '9')) return 0;
  }
  return 0;
}

// Returns how many bytes at the front stay unchanged because of `keep`.
std::size_t kept_size(std::string_view text, Keep keep) {
  if (keep == Keep::kNothing) return 0;
  if (text[0] == '\n' || text[0] == '\t') return 1;
  return keep == Keep::kColours ? colour_size(text) : 0;
}

// Appends the replacement of the first character and returns that character's size in bytes.
std::size_t append_character(std::string& out, std::string_view text, Keep keep) {
  if (const std::size_t kept = kept_size(text, keep)) {
    out += text.substr(0, kept);
    return kept;
  }
  if (keep != Keep::kNothing && text.starts_with("\r\n")) return 1;
  std::size_t bad = 0;
  const std::size_t size = character_size(text, &bad);
  if (size == 0)
    out += kReplacementCharacter;
  else if (!is_unprintable(text, size))
    out += text.substr(0, size);
  else if (!is_direction_mark(text, size))
    out += ' ';
  return size == 0 ? bad : size;
}

std::string cleaned(std::string_view text, Keep keep) {
  if (std::all_of(text.begin(), text.end(), is_plain_byte)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) text.remove_prefix(append_character(out, text, keep));
  return out;
}

}  // namespace

bool is_unprintable(std::string_view text, std::size_t size) {
  if (size == 1) return !is_plain_byte(text[0]);
  if (size == 2)
    return (byte_at(text, 0) == 0xC2 && byte_at(text, 1) < 0xA0) || is_direction_mark(text, size);
  if (size != 3 || byte_at(text, 0) != 0xE2) return false;
  const unsigned second = byte_at(text, 1), third = byte_at(text, 2);
  if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
  return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

std::string plain_line(std::string_view text) { return cleaned(text, Keep::kNothing); }

std::string plain_text(std::string_view text) { return cleaned(text, Keep::kLines); }

std::string terminal_text(std::string_view text, bool colours) {
  return cleaned(text, colours ? Keep::kColours : Keep::kLines);
}

}  // namespace runtime
