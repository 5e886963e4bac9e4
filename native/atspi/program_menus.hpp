#pragma once

#include <memory>

#include "native/atspi/element_finder.hpp"
#include "native/desktop/input.hpp"
#include "native/desktop/menus.hpp"

namespace native::atspi {

// Returns the menus of the requested window, as its program describes them: menu bars,
// else buttons that open menus. `programs` and `finder` outlive it. Throws as Elements::menus().
std::unique_ptr<MenuSource> open_program_menus(Programs& programs, ElementFinder& finder,
                                               const ElementScope& scope, const MenuWish& wish,
                                               const Act& act);

}  // namespace native::atspi
