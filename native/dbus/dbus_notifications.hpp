#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/notifications.hpp"

namespace native {

// Returns notifications by org.freedesktop.Notifications (Desktop Notifications Specification 1.2).
// `session_bus` returns the address of the bus; it is called at each need, on any thread.
std::unique_ptr<Notifications> open_dbus_notifications(std::function<std::string()> session_bus);

}  // namespace native
