#pragma once

#include "runtime/lua/bindings.hpp"

namespace runtime {

// The Lua module "calls", for scripts of ours that run a person's files: each as a script call with
// a name of its own.
Module calls_module();

}  // namespace runtime
