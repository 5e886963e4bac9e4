#include "runtime/lua/bridge/secret_text.hpp"

#include <algorithm>
#include <cctype>

#include "runtime/core/log/log.hpp"

namespace runtime {

namespace {

constexpr std::size_t kLongestName = 64;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

// Returns the name that ends at `end`.
std::string_view name_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongestName && is_name_character(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

void mask_assigned(std::string& text) {
  for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    if (!log::is_secret(name_before(text, at))) continue;
    const std::size_t end = std::min(text.find_first_of("&#", at + 1), text.size());
    text.replace(at + 1, end - at - 1, log::kMask);
  }
}

// RFC 3986 section 3.2.1: "user:password@" before the host.
void mask_user(std::string& text) {
  constexpr std::string_view kStart = "://";
  for (std::size_t at = text.find(kStart); at != std::string::npos;
       at = text.find(kStart, at + 1)) {
    const std::size_t begin = at + kStart.size();
    const std::size_t end = std::min(text.find_first_of("/?# ", begin), text.size());
    const std::size_t sign = text.rfind('@', end);
    if (sign != std::string::npos && sign > begin && sign < end)
      text.replace(begin, sign - begin, log::kMask);
  }
}

}  // namespace

std::string without_secrets(std::string_view text) {
  std::string result(text);
  mask_user(result);
  mask_assigned(result);
  return result;
}

bool announces_secret(std::string_view word) {
  return word.starts_with('-') && word.find('=') == std::string_view::npos && log::is_secret(word);
}

}  // namespace runtime
