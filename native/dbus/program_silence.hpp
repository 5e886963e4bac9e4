#pragma once

#include <cstdint>
#include <string>

#include "native/dbus/bus.hpp"

namespace native::dbus {

// How long one program may take, whatever the deadline.
constexpr std::chrono::seconds kTimeOfProgram{2};
Deadline limited(Deadline deadline);

// Throws why a program did not answer: "TIMEOUT", or "WINDOW_NOT_FOUND" when it has left the bus.
[[noreturn]] void throw_unanswered(Bus& bus, const std::string& service, std::int64_t pid,
                                   Deadline deadline);
// Returns whether a name on the bus has an owner; true when that is not known.
bool is_on_bus(Bus& bus, const std::string& service, Deadline deadline);

}  // namespace native::dbus
