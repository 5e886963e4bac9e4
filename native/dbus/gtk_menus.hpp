#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"

namespace native {

// Returns the menus that a window exports, MenuWish::exported (org.gtk.Menus, org.gtk.Actions).
// Connects at once; "TIMEOUT" when the program does not answer. `pid`: the window's, and the bus
// must say the same; null when it does not, when the bus cannot be reached, and when the menus are
// empty.
std::unique_ptr<MenuSource> open_gtk_menus(const std::string& session_bus, std::int64_t pid,
                                           const MenuWish& wish, Act act);

}  // namespace native
