#pragma once

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// The module `guest_process`: scripts of others in processes of their own.
Module guest_module();

}  // namespace runtime
