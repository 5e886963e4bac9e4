#include "runtime/core/value/secret.hpp"

#include <algorithm>
#include <cctype>

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
    if (!is_secret(name_before(text, at))) continue;
    const std::size_t end = std::min(text.find_first_of("&#", at + 1), text.size());
    text.replace(at + 1, end - at - 1, kSecretMask);
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
      text.replace(begin, sign - begin, kSecretMask);
  }
}

// Returns whether a name speaks of authentication: it holds "auth", other than in "author" and
// "authority".
bool names_authentication(std::string_view low) {
  for (std::size_t at = low.find("auth"); at != std::string_view::npos;
       at = low.find("auth", at + 1)) {
    const std::string_view rest = low.substr(at + 4);
    if (!rest.starts_with("or") || rest.starts_with("oriz") || rest.starts_with("oris"))
      return true;
  }
  return false;
}

}  // namespace

bool is_secret(std::string_view name) {
  std::string low(name);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* word : {"key", "token", "secret", "password", "cookie"})
    if (low.find(word) != std::string::npos) return true;
  return names_authentication(low);
}

bool is_secret_variable(std::string_view name) {
  const std::size_t last = name.rfind('_');
  return last != std::string_view::npos && is_secret(name.substr(last + 1));
}

std::string without_secrets(std::string_view text) {
  std::string result(text);
  mask_user(result);
  mask_assigned(result);
  return result;
}

bool announces_secret(std::string_view word) {
  return word.starts_with('-') && word.find('=') == std::string_view::npos && is_secret(word);
}

}  // namespace runtime
