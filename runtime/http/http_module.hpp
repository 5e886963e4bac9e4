#pragma once

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

class Loop;

// The Lua module `http`. Its requests run on eight threads of their own.
Module http_module(Loop& loop);

}  // namespace runtime
