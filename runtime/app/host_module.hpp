#pragma once

#include "runtime/lua/bindings.hpp"

namespace runtime {

// The Lua module "host": the program itself (version, platform) and where the user's own files are.
Module host_module();

}  // namespace runtime
