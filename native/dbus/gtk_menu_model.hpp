#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/dbus/bus.hpp"

// What org.gtk.Menus and org.gtk.Actions say.
namespace native::dbus {

// A list of items, by the numbers of its group and of itself.
using GtkMenuKey = std::pair<std::uint32_t, std::uint32_t>;

struct GtkMenuItem {
  std::string label;
  std::string action;  // with its prefix: "app.quit"
  std::optional<Scalar> target;
  std::string accelerator;
  std::string hidden_when;
  std::string submenu_action;  // has the program fill the submenu while its state is true
  std::optional<GtkMenuKey> section;
  std::optional<GtkMenuKey> submenu;
};

using GtkMenus = std::map<GtkMenuKey, std::vector<GtkMenuItem>>;

struct GtkAction {
  bool enabled = false;
  std::string parameter;  // its D-Bus type; "" when it takes none
  std::optional<Scalar> state;
};

// Reads the answer to Start, a(uuaa{sv}), into `menus`, and replaces lists that are there. Items
// beyond the limits are dropped; their number is returned.
int read_gtk_menus(Reply& reply, GtkMenus* menus);

// Reads the answer to DescribeAll, a{s(bgav)}; the names get a prefix.
void read_gtk_actions(Reply& reply, const std::string& prefix,
                      std::map<std::string, GtkAction>* actions);

}  // namespace native::dbus
