#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// A keyboard or pointer (XInput 2).
struct InputDevice {
  std::uint16_t id = 0;
  std::uint16_t type = 0;  // xcb_input_device_type_t
  std::string name;

  // Returns whether it is what programs act through (XTEST), and no person.
  bool is_xtest() const { return name.find("XTEST") != std::string::npos; }
};

// Returns all devices; none on a server without XInput 2.2. Throws BadReply.
std::vector<InputDevice> list_input_devices(Connection& connection);

}  // namespace native::x11
