#pragma once

#include "native/lua/bridge/session_services.hpp"

namespace runtime {

// Returns the services of this session. Connects to nothing and opens no library.
native::SessionServices::Openers session_services();

}  // namespace runtime
