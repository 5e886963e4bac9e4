#pragma once

#include <xcb/xcb.h>

#include <array>
#include <cstdint>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// A key and its symbols without and with Shift; both 0: none.
struct KeyBinding {
  xcb_keycode_t key = 0;
  std::array<xcb_keysym_t, 2> symbols{};
};

// Puts symbols on keys of one device by a single request (XKB, SetMap), because each request makes
// every program read the keyboard again, and window managers grab all their keys again. The keys in
// between stay as they are. Throws "UNSUPPORTED" when the server refuses it.
void bind_keys(Connection& connection, std::uint16_t device,
               const std::vector<KeyBinding>& bindings);
// Returns whether a device has these symbols on these keys.
bool has_bindings(Connection& connection, std::uint16_t device,
                  const std::vector<KeyBinding>& bindings);

}  // namespace native::x11
