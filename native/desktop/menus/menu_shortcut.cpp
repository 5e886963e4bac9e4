#include "native/desktop/menus/menu_shortcut.hpp"

#include <array>
#include <cctype>
#include <utility>

namespace native {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kNames = {
    {{"Primary", "Ctrl"},
     {"Control", "Ctrl"},
     {"Ctl", "Ctrl"},
     {"Ctrl", "Ctrl"},
     {"Mod1", "Alt"},
     {"Mod4", "Super"},
     {"plus", "+"},
     {"minus", "-"},
     {"comma", ","},
     {"period", "."},
     {"slash", "/"},
     {"question", "?"}}};

std::string name_of_key(std::string_view key) {
  for (const auto& [each, name] : kNames)
    if (each == key) return std::string(name);
  std::string name(key);
  if (name.size() == 1)
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

}  // namespace

std::string shortcut_of(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) {
    if (key.empty()) continue;
    if (!text.empty()) text += '+';
    text += name_of_key(key);
  }
  return text;
}

std::string gtk_shortcut(std::string_view accelerator) {
  std::vector<std::string> keys;
  while (accelerator.starts_with('<')) {
    const std::size_t end = accelerator.find('>');
    if (end == std::string_view::npos) return {};
    keys.emplace_back(accelerator.substr(1, end - 1));
    accelerator.remove_prefix(end + 1);
  }
  if (accelerator.empty()) return {};
  keys.emplace_back(accelerator);
  return shortcut_of(keys);
}

}  // namespace native
