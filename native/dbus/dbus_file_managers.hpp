#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/providers/file_manager.hpp"

namespace native {

// Returns file managers by org.freedesktop.FileManager1 (File Manager DBus Interface).
// `session_bus` returns the address of the bus; it is called at each need, on any thread.
std::unique_ptr<FileManagers> open_dbus_file_managers(std::function<std::string()> session_bus);

}  // namespace native
