#include "native/desktop/person_watch.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>

namespace native {
namespace {

// X keysyms (X11 protocol, appendix A).
constexpr std::array<std::pair<std::string_view, std::uint32_t>, 6> kKeys = {{{"escape", 0xFF1B},
                                                                              {"pause", 0xFF13},
                                                                              {"delete", 0xFFFF},
                                                                              {"insert", 0xFF63},
                                                                              {"home", 0xFF50},
                                                                              {"end", 0xFF57}}};
constexpr std::array<std::pair<std::string_view, std::uint32_t>, 4> kModifiers = {
    {{"ctrl", Hotkey::kControl},
     {"alt", Hotkey::kAlt},
     {"shift", Hotkey::kShift},
     {"super", Hotkey::kSuper}}};
constexpr std::uint32_t kFirstFunctionKey = 0xFFBE;
constexpr std::uint32_t kFunctionKeys = 24;

template <class Names>
std::uint32_t find(const Names& names, std::string_view name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& row) { return row.first == name; });
  return found == names.end() ? 0 : found->second;
}

std::uint32_t symbol_of(std::string_view name) {
  if (const std::uint32_t known = find(kKeys, name)) return known;
  if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) != 0)
    return static_cast<std::uint32_t>(name[0]);
  std::uint32_t number = 0;
  if (!name.starts_with('f')) return 0;
  const auto end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + 1, end, number);
  const bool fits = parsed.ptr == end && number >= 1 && number <= kFunctionKeys;
  return fits ? kFirstFunctionKey + number - 1 : 0;
}

}  // namespace

std::optional<Hotkey> stop_keys(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) return std::nullopt;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  std::string_view rest = lower;
  Hotkey keys;
  for (std::size_t plus = rest.find('+'); plus != std::string_view::npos; plus = rest.find('+')) {
    const std::uint32_t modifier = find(kModifiers, rest.substr(0, plus));
    if (modifier == 0) return std::nullopt;
    keys.modifiers |= modifier;
    rest.remove_prefix(plus + 1);
  }
  keys.symbol = symbol_of(rest);
  if (keys.symbol == 0 || keys.modifiers == 0) return std::nullopt;
  return keys;
}

}  // namespace native
