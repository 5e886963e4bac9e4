#pragma once

#include <array>
#include <cstdint>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

constexpr std::uint32_t kFromPager = 2;  // EWMH source indication: requested by the user

// Sends a client message about `window` to the window manager (EWMH, ICCCM).
void ask_manager(Connection& connection, xcb_window_t window, Atom type,
                 const std::array<std::uint32_t, 5>& data);

}  // namespace native::x11
