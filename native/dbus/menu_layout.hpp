#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/dbus/bus.hpp"
#include "native/desktop/menus.hpp"

namespace native::dbus {

// The level of a menu, as com.canonical.dbusmenu tells it. The handles are the numbers of the
// items.
struct MenuLayout {
  std::uint32_t revision = 0;
  std::int32_t id = 0;  // of the item that holds the level
  MenuLevel level;
};

// Reads the answer to GetLayout, u(ia{sv}av): items that are visible, without lines between them,
// and nothing of what is in them. Programs tell what they like: a wrong type is as nothing, and
// what is too much is counted. Returns false when it is no layout.
bool read_menu_layout(Reply& reply, MenuLayout* layout);

}  // namespace native::dbus
