#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/menus.hpp"

// Paths of menu items, such as "File > Save As...".
namespace native {

constexpr std::size_t kMaxMenuDepth = 16;

// Returns the names of a path, without blanks around them. `\>` stands for > within a name, and
// `\\` for a backslash. "INVALID_ARGUMENT" unless there are 1 to kMaxMenuDepth names.
std::vector<std::string> parse_menu_path(std::string_view path);
// Returns the path of these names.
std::string menu_path(const std::vector<std::string>& names);

// Returns a name as people compare it: without letter case, mnemonics (_ and &), blanks around it,
// and the dots that announce a dialog.
std::string plain_menu_name(std::string_view name);

// Returns the label of an item in which _ marks the mnemonic and __ stands for _.
std::string without_mnemonic(std::string_view label);

// The items of a level that a name means.
struct MenuMatch {
  std::optional<std::size_t> place;
  int alike = 0;  // how many fit; `place` is set when it is one, or one fits letter by letter
};
MenuMatch match_menu_name(const std::vector<MenuItem>& items, std::string_view name);

}  // namespace native
