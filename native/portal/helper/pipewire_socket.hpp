#pragma once

#include <string>

namespace native::portal {

// Returns where this session's PipeWire listens; "" when it does not.
std::string pipewire_socket();

}  // namespace native::portal
