#include "native/desktop/elements/element_roles.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace native {
namespace {

constexpr std::size_t kAlike = 3;  // letters at the beginning of a word
constexpr std::size_t kMost = 6;

// Returns the beginnings of the words in a text, in lower case.
std::vector<std::string> beginnings(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char each : text.substr(0, 100)) {
    const bool is_upper = each >= 'A' && each <= 'Z';
    const char letter = is_upper ? static_cast<char>(each - 'A' + 'a') : each;
    if (letter < 'a' || letter > 'z')
      words.emplace_back();
    else if (words.back().size() < kAlike)
      words.back() += letter;
  }
  std::erase_if(words, [](const std::string& word) { return word.size() < kAlike; });
  return words;
}

}  // namespace

bool is_element_role(std::string_view name) {
  return std::find(kElementRoles.begin(), kElementRoles.end(), name) != kElementRoles.end();
}

std::string roles_near(std::string_view text) {
  const std::vector<std::string> wanted = beginnings(text);
  std::string near;
  std::size_t count = 0;
  for (const std::string_view role : kElementRoles) {
    const std::vector<std::string> own = beginnings(role);
    if (std::find_first_of(own.begin(), own.end(), wanted.begin(), wanted.end()) == own.end())
      continue;
    if (count++ == kMost) break;
    if (!near.empty()) near += ", ";
    near += role;
  }
  return near;
}

}  // namespace native
