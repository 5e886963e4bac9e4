#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/menu_path.hpp"

// Walks through menus, whoever offers them.
namespace native {

struct MenuLimits {
  int depth = static_cast<int>(kMaxMenuDepth);
  int items = 2000;
};

// Called for each item before it is looked at, to mask its name.
using MaskMenuItem = std::function<void(MenuItem&)>;

// Returns all items, breadth first; those beyond the limits are counted.
MenuTree read_menus(MenuSource& source, const MenuLimits& limits, const MaskMenuItem& mask);

// What came of following a path.
struct MenuSearch {
  std::optional<MenuItem> item;  // at its end
  std::size_t failed_at = 0;     // without one: the place of the name that means none
  int alike = 0;                 // how many items that name means: none, or several
  MenuLevel level;               // the items there
};
// Follows the names from the top. A menu that changes meanwhile is read as it is at each step.
MenuSearch find_menu_item(MenuSource& source, const std::vector<std::string>& names,
                          const MaskMenuItem& mask);

}  // namespace native
