#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/services.hpp"

namespace native {

// Where buses are. Called at each need, on any thread; "" when there is none.
struct BusAddresses {
  std::function<std::string()> session;
  std::function<std::string()> system;
};

// Returns services by D-Bus, asked on a connection of their own each time.
std::unique_ptr<Services> open_dbus_services(BusAddresses addresses);

}  // namespace native
