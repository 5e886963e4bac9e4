#pragma once

#include "runtime/lua/bindings.hpp"

namespace runtime {

// The Lua module "host": the program itself (version, platform) and where the user's own files are.
// `configuration`: see to_value in configuration.hpp.
Module host_module(Value configuration);

}  // namespace runtime
