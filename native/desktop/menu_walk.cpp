#include "native/desktop/menu_walk.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

// Drops the second half when it repeats the first: LibreOffice lists its menu bar twice.
void tell_once(std::vector<MenuItem>& items) {
  const std::size_t half = items.size() / 2;
  if (half < 2 || items.size() % 2 != 0) return;
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(half);
  const bool same =
      std::equal(items.begin(), middle, middle, [](const auto& one, const auto& other) {
        return one.name == other.name && one.has_submenu && other.has_submenu;
      });
  if (same) items.erase(middle, items.end());
}

MenuLevel masked_level(MenuSource& source, const MenuItem* in, const MaskMenuItem& mask) {
  MenuLevel level = source.level(in);
  if (in == nullptr) tell_once(level.items);
  if (level.items.size() > kMaxMenuItems) {
    level.left_out += static_cast<int>(level.items.size() - kMaxMenuItems);
    level.items.resize(kMaxMenuItems);
  }
  if (mask)
    for (MenuItem& item : level.items) mask(item);
  return level;
}

// Collects the items of levels, as many as there is room for.
class Collector {
 public:
  Collector(MenuSource& source, const MenuLimits& limits, const MaskMenuItem& mask)
      : source_(source), limits_(limits), mask_(mask) {}

  MenuTree collect(const MenuItem* holder) {
    MenuLevel top = masked_level(source_, holder, mask_);
    if (holder != nullptr && top.items.empty()) ++tree_.closed;
    add(std::move(top), -1, 1);
    for (std::size_t i = 0; i < tree_.items.size(); ++i)
      if (tree_.items[i].has_submenu) look_into(i);
    return std::move(tree_);
  }

 private:
  std::size_t room() const {
    const auto most = static_cast<std::size_t>(std::max(limits_.items, 0));
    return most - std::min(most, tree_.items.size());
  }

  void look_into(std::size_t place) {
    if (room() == 0 || depths_[place] >= limits_.depth) {
      tree_.items[place].left_out = 1;  // at least: it was not looked into
      return;
    }
    const MenuItem holder = tree_.items[place];
    MenuLevel level = masked_level(source_, &holder, mask_);
    if (level.items.empty()) ++tree_.closed;
    add(std::move(level), static_cast<int>(place), depths_[place] + 1);
  }

  void add(MenuLevel level, int parent, int depth) {
    const std::size_t taken = std::min(room(), level.items.size());
    const int left = level.left_out + static_cast<int>(level.items.size() - taken);
    for (std::size_t i = 0; i < taken; ++i) {
      level.items[i].parent = parent;
      tree_.items.push_back(std::move(level.items[i]));
      depths_.push_back(depth);
    }
    (parent < 0 ? tree_.left_out : tree_.items[static_cast<std::size_t>(parent)].left_out) += left;
  }

  MenuSource& source_;
  const MenuLimits& limits_;
  const MaskMenuItem& mask_;
  MenuTree tree_;
  std::vector<int> depths_;
};

}  // namespace

MenuListing read_menus(MenuSource& source, const MenuLimits& limits, const MaskMenuItem& mask) {
  MenuListing listing;
  if (!limits.below.empty()) {
    listing.search = find_menu_item(source, limits.below, mask);
    if (!listing.search.item) return listing;
  }
  const auto& holder = listing.search.item;
  listing.tree = Collector(source, limits, mask).collect(holder ? &*holder : nullptr);
  return listing;
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
    search.closed = holder && search.level.items.empty();
    if (!match.place) return search;
    holder = search.level.items[*match.place];
  }
  search.item = std::move(holder);
  return search;
}

MenuChoice choose_in(MenuSource& source, const std::vector<std::string>& names,
                     const MaskMenuItem& mask) {
  MenuChoice choice;
  choice.search = find_menu_item(source, names, mask);
  const auto& item = choice.search.item;
  if (!item || !item->enabled || item->has_submenu) return choice;
  choice.answered = source.choose(*item);
  choice.chosen = true;
  return choice;
}

}  // namespace native
