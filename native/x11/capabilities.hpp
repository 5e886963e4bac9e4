#pragma once

#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// What each operation can do on a living display. `forced`: Xwayland captures were asked for.
std::vector<Capability> describe_capabilities(Connection& connection, const std::string& why,
                                              bool forced);

// The same rows for a display that cannot be used, each with the error's reason and remedy.
std::vector<Capability> no_capabilities(const Error& error);

}  // namespace native::x11
