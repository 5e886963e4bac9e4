#pragma once

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// The module `guest_process`: runs scripts of AI clients in separate processes.
Module guest_module();

}  // namespace runtime
