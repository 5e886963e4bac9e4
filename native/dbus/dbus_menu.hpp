#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "native/dbus/bus.hpp"
#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"

namespace native::dbus {

// Where a program offers a menu as com.canonical.dbusmenu.
struct MenuPlace {
  std::string service;
  std::string path;
  std::int64_t pid = 0;  // for messages; 0 when it is not known
};

// Returns the menu. `bus` outlives it.
std::unique_ptr<MenuSource> open_dbus_menu(Bus& bus, MenuPlace place, Act act);

}  // namespace native::dbus
