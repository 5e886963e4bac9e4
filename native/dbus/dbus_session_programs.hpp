#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/providers/session_programs.hpp"

namespace native {

// Returns programs by org.freedesktop.Application and org.freedesktop.systemd1. `session_bus`
// returns the address of the bus; it is called at each need, on any thread.
std::unique_ptr<SessionPrograms> open_dbus_session_programs(
    std::function<std::string()> session_bus);

}  // namespace native
