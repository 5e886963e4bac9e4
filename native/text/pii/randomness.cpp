#include "native/text/pii/randomness.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "native/text/pii/pii_text.hpp"

namespace native {
namespace {

// Changes in each character: random Base64 and hexadecimal digits have 0.45, names up to 0.2.
constexpr double kLeastChanges = 0.22;
constexpr double kManyChanges = 0.3;
constexpr std::size_t kLeastCount = 4;
constexpr std::size_t kLongEnough = 24;
constexpr std::size_t kLeastCharacters = 6;  // different ones

std::size_t changes_in(std::string_view text) {
  std::size_t changes = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char a = text[i - 1], b = text[i];
    if (!is_alnum(a) || !is_alnum(b)) continue;
    if (is_digit(a) != is_digit(b) || (is_lower(a) && is_upper(b))) ++changes;
  }
  return changes;
}

}  // namespace

bool looks_random(std::string_view text) {
  const std::size_t changes = changes_in(text);
  const double share =
      static_cast<double>(changes) / static_cast<double>(std::max<std::size_t>(1, text.size()));
  if (changes < kLeastCount || share < kLeastChanges) return false;
  std::array<bool, 256> seen{};
  for (const char c : text) seen[static_cast<unsigned char>(c)] = true;
  if (std::count(seen.begin(), seen.end(), true) < static_cast<std::ptrdiff_t>(kLeastCharacters))
    return false;
  return std::any_of(text.begin(), text.end(), is_digit) ||
         (text.size() >= kLongEnough && share >= kManyChanges);
}

bool looks_like_fragment(std::string_view text) {
  if (text.size() < 4) return false;
  const bool allowed = std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || std::string_view("-_.+/=|!").find(c) != std::string_view::npos;
  });
  if (!allowed) return false;
  const bool digit = std::any_of(text.begin(), text.end(), is_digit);
  const bool letter = std::any_of(text.begin(), text.end(), is_letter);
  return (digit && letter && (changes_in(text) > 1 || text.size() > 12)) || changes_in(text) > 2 ||
         (text.size() >= kLongEnough && text.find('/') == std::string_view::npos);
}

bool is_plain_word(std::string_view text) {
  constexpr std::size_t kLeastLetters = 4;
  return text.size() >= kLeastLetters && std::all_of(text.begin(), text.end(), is_lower);
}

}  // namespace native
