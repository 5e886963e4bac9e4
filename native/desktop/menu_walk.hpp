#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/menu_path.hpp"

// Walks through menus of all kinds.
namespace native {

struct MenuLimits {
  int depth = static_cast<int>(kMaxMenuDepth);
  int items = 2000;
  std::vector<std::string> below = {};  // only what is in the item at the end of this path
};

// Called for each item before it is looked at, to mask its name.
using MaskMenuItem = std::function<void(MenuItem&)>;

// What came of following a path.
struct MenuSearch {
  std::optional<MenuItem> item;  // at its end
  std::size_t failed_at = 0;     // without one: the place of the name that means none
  int alike = 0;                 // how many items that name means: none, or several
  MenuLevel level;               // the items there
  bool closed = false;           // the menu there showed none: it may once it is opened
};
// Follows the names from the top. A menu that changes meanwhile is read as it is at each step.
MenuSearch find_menu_item(MenuSource& source, const std::vector<std::string>& names,
                          const MaskMenuItem& mask);

// Menus as far as the limits allow.
struct MenuListing {
  MenuSearch search;  // for MenuLimits::below; where it finds no item, nothing is listed
  MenuTree tree;
};
// Reads all items, breadth first; those beyond the limits are counted.
MenuListing read_menus(MenuSource& source, const MenuLimits& limits, const MaskMenuItem& mask);

// What came of choosing an item.
struct MenuChoice {
  MenuSearch search;     // without an item nothing was chosen
  bool chosen = false;   // false: the item is disabled, or opens more items
  bool answered = true;  // the program had answered
};
// Chooses the item at the end of a path, where there is one that can be chosen.
MenuChoice choose_in(MenuSource& source, const std::vector<std::string>& names,
                     const MaskMenuItem& mask);

}  // namespace native
