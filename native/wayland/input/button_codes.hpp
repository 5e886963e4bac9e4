#pragma once

#include <cstdint>

#include "native/desktop/input.hpp"

namespace native::wayland {

// Returns the code of a button in linux/input-event-codes.h.
std::uint32_t code_of(Button button);

}  // namespace native::wayland
