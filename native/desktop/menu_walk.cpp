#include "native/desktop/menu_walk.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

MenuLevel masked_level(MenuSource& source, const MenuItem* in, const MaskMenuItem& mask) {
  MenuLevel level = source.level(in);
  if (level.items.size() > kMaxMenuItems) {
    level.left_out += static_cast<int>(level.items.size() - kMaxMenuItems);
    level.items.resize(kMaxMenuItems);
  }
  if (mask)
    for (MenuItem& item : level.items) mask(item);
  return level;
}

}  // namespace

MenuTree read_menus(MenuSource& source, const MenuLimits& limits, const MaskMenuItem& mask) {
  MenuTree tree;
  std::vector<int> depths;
  const auto add = [&](MenuLevel level, int parent, int depth) {
    const std::size_t room = static_cast<std::size_t>(std::max(limits.items, 0)) -
                             std::min(tree.items.size(), static_cast<std::size_t>(limits.items));
    const std::size_t taken = std::min(room, level.items.size());
    const int left = level.left_out + static_cast<int>(level.items.size() - taken);
    for (std::size_t i = 0; i < taken; ++i) {
      level.items[i].parent = parent;
      tree.items.push_back(std::move(level.items[i]));
      depths.push_back(depth);
    }
    (parent < 0 ? tree.left_out : tree.items[static_cast<std::size_t>(parent)].left_out) += left;
  };
  add(masked_level(source, nullptr, mask), -1, 1);
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (!tree.items[i].has_submenu) continue;
    const bool full = static_cast<int>(tree.items.size()) >= limits.items;
    if (full || depths[i] >= limits.depth) {
      tree.items[i].left_out = 1;  // at least: it was not opened
      continue;
    }
    const MenuItem holder = tree.items[i];
    add(masked_level(source, &holder, mask), static_cast<int>(i), depths[i] + 1);
  }
  return tree;
}

MenuSearch find_menu_item(MenuSource& source, const std::vector<std::string>& names,
                          const MaskMenuItem& mask) {
  MenuSearch search;
  std::optional<MenuItem> holder;
  for (std::size_t i = 0; i < names.size(); ++i) {
    search.failed_at = i;
    search.level = {};
    search.alike = 0;
    if (holder && !holder->has_submenu) return search;
    search.level = masked_level(source, holder ? &*holder : nullptr, mask);
    const MenuMatch match = match_menu_name(search.level.items, names[i]);
    search.alike = match.alike;
    if (!match.place) return search;
    holder = search.level.items[*match.place];
  }
  search.item = std::move(holder);
  return search;
}

}  // namespace native
