#pragma once

#include <string>
#include <vector>

#include "native/desktop/menu_walk.hpp"
#include "native/desktop/tray.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// Menus and icons as Lua values.
namespace native {

// Returns a menu_tree; what came of the path, as below, when `limits` name one that leads nowhere.
runtime::Value to_value(const MenuListing& listing, const MenuLimits& limits);
// Returns what came of following a path, for our own scripts: {item?, failed_at, alike, available
// (names, at most 100), left_out}. `names`: of the path.
runtime::Value to_value(const MenuSearch& search, const std::vector<std::string>& names);
// The same with chosen and answered.
runtime::Value to_value(const MenuChoice& choice, const std::vector<std::string>& names);
// Returns a tray_item.
runtime::Value to_value(const TrayItem& item);

// Returns the names of a path. Raises INVALID_ARGUMENT.
std::vector<std::string> menu_names(const std::string& path);
// Returns the limits that the options depth, max_items and path state.
MenuLimits menu_limits(const runtime::Options& options);

}  // namespace native
