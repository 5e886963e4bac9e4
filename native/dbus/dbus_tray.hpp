#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "native/desktop/tray.hpp"

namespace native {

// Where an icon is on the session bus.
struct TrayPlace {
  std::string service;
  std::string path;

  bool operator==(const TrayPlace&) const = default;
};
// Reads an entry of RegisteredStatusNotifierItems: a name on the bus, alone or with a path, with or
// without @ between.
TrayPlace read_tray_place(std::string_view entry);

// Returns the icons that a StatusNotifierWatcher knows. `session_bus` returns an address, "" when
// there is no bus.
std::unique_ptr<Tray> open_dbus_tray(std::function<std::string()> session_bus);

}  // namespace native
