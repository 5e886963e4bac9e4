#pragma once

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

class Loop;

// The Lua module `http`. Runs its requests on eight threads of its own.
Module http_module(Loop& loop);

}  // namespace runtime
