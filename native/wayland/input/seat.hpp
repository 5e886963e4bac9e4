#pragma once

#include <string>

#include "native/wayland/connection.hpp"

namespace native::wayland {

// What the compositor's seat has.
struct SeatState {
  bool pointer = false;
  bool keyboard = false;
  std::string keymap;  // of the keyboard, in XKB's text form; "" when none was told
};

SeatState read_seat(Connection& connection, Deadline deadline);

}  // namespace native::wayland
