#include "native/lua/bridge/menu_records.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "native/lua/bridge/records.hpp"
#include "native/lua/bridge/waiting.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::plain_line;
using runtime::RecordKind;
using runtime::Value;

namespace {

const RecordKind kMenuItem("menu_item", 8), kMenuTree("menu_tree"), kTrayItem("tray_item", 10);

Value to_value(const MenuItem& item, const std::vector<std::string>& names, std::size_t depth) {
  Value value = kMenuItem.record();
  value.set("name", plain_line(item.name)).set("path", plain_line(menu_path(names)));
  value.set("depth", static_cast<std::int64_t>(depth));
  if (!item.shortcut.empty()) value.set("shortcut", plain_line(item.shortcut));
  value.set("enabled", item.enabled).set("checked", item.checked);
  value.set("has_submenu", item.has_submenu);
  if (item.left_out > 0) value.set("left_out", item.left_out);
  return value;
}

}  // namespace

// Puts each item before those in it.
Value to_value(const MenuListing& listing, const MenuLimits& limits) {
  if (!limits.below.empty() && !listing.search.item) return to_value(listing.search, limits.below);
  const MenuTree& tree = listing.tree;
  const std::size_t count = tree.items.size();
  std::vector<std::vector<std::size_t>> inside(count + 1);  // the top comes last
  for (std::size_t i = 0; i < count; ++i) {
    const int parent = tree.items[i].parent;
    inside[parent < 0 ? count : static_cast<std::size_t>(parent)].push_back(i);
  }
  Value::List items;
  items.reserve(count);
  std::vector<std::string> path = limits.below;
  const std::size_t top = path.size();
  const std::function<void(std::size_t)> add = [&](std::size_t holder) {
    for (const std::size_t i : inside[holder]) {
      path.push_back(tree.items[i].name);
      items.push_back(to_value(tree.items[i], path, path.size() - top));
      add(i);
      path.pop_back();
    }
  };
  add(count);
  Value value = kMenuTree.record();
  value.set("items", Value(std::move(items)));
  if (tree.left_out > 0) value.set("left_out", tree.left_out);
  return value;
}

Value to_value(const MenuSearch& search, const std::vector<std::string>& names) {
  constexpr std::size_t kMaxAvailable = 100;
  Value value;
  if (search.item) {
    // The names as the program has them.
    std::vector<std::string> own(names.begin(), names.end() - 1);
    own.push_back(search.item->name);
    value.set("item", to_value(*search.item, own, own.size()));
  }
  Value::List available, wanted;
  for (const MenuItem& item : search.level.items) {
    if (available.size() == kMaxAvailable) break;
    if (!item.name.empty()) available.push_back(Value(plain_line(item.name)));
  }
  for (const std::string& name : names) wanted.push_back(Value(name));
  const int left = static_cast<int>(search.level.items.size() - available.size());
  value.set("failed_at", static_cast<std::int64_t>(search.failed_at) + 1);
  value.set("alike", search.alike).set("available", Value(std::move(available)));
  value.set("names", Value(std::move(wanted)));
  value.set("left_out", search.level.left_out + std::max(left, 0));
  value.set("unread", search.level.left_out);
  return value;
}

Value to_value(const MenuChoice& choice, const std::vector<std::string>& names) {
  Value value = to_value(choice.search, names);
  return std::move(value.set("chosen", choice.chosen).set("answered", choice.answered));
}

std::vector<std::string> menu_names(const std::string& path) {
  try {
    return parse_menu_path(path);
  } catch (const Error& error) {
    rethrow(error);
    throw;
  }
}

MenuLimits menu_limits(const runtime::Options& options) {
  // Making Lua tables of more would hold up the loop.
  constexpr std::int64_t kMaxItems = 5000;
  MenuLimits limits;
  const std::int64_t deepest = limits.depth;
  limits.depth =
      static_cast<int>(std::clamp<std::int64_t>(options.integer("depth", deepest), 1, deepest));
  limits.items = static_cast<int>(
      std::clamp<std::int64_t>(options.integer("max_items", limits.items), 1, kMaxItems));
  if (options.has("path")) limits.below = menu_names(options.string("path", ""));
  return limits;
}

Value to_value(const TrayItem& item) {
  Value value = kTrayItem.record();
  value.set("id", item.id).set("description", plain_line(item.description));
  value.set("title", plain_line(item.title)).set("name", plain_line(item.name));
  value.set("process", plain_line(item.process));
  if (item.pid > 0) value.set("pid", item.pid);
  if (!item.status.empty()) value.set("status", plain_line(item.status));
  value.set("has_menu", item.has_menu).set("answers", item.answers);
  if (item.bounds) value.set("bounds", to_value(*item.bounds));
  return value;
}

}  // namespace native
