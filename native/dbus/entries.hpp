#pragma once

#include <functional>
#include <string>

#include "native/dbus/bus.hpp"

namespace native::dbus {

// Reads a{sv}. Calls `take` with each name and the D-Bus type of its value, which `take` may read;
// what it leaves is skipped. Beyond `most` entries, all are. Returns false when the type is another
// one.
bool read_entries(
    Reply& reply, std::size_t most,
    const std::function<void(const std::string& name, const std::string& type)>& take);

// Asks for all properties of an interface.
Method all_properties(std::string service, std::string path, const char* interface);

}  // namespace native::dbus
