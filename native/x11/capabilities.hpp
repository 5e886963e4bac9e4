#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Returns what each operation can do on a display that answers. `forced`: captures of Xwayland are
// allowed by setting.
std::vector<Capability> describe_capabilities(Connection& connection, const std::string& why,
                                              bool forced);

}  // namespace native::x11
