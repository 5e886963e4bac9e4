#pragma once

#include <memory>

#include "native/atspi/accessibility_bus.hpp"
#include "native/desktop/elements.hpp"

namespace native {

// Reads elements by AT-SPI 2.
std::unique_ptr<Elements> open_atspi(atspi::BusRoots roots);

}  // namespace native
