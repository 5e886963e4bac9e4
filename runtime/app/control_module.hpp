#pragma once

#include "runtime/core/loop.hpp"
#include "runtime/lua/bindings.hpp"

namespace runtime {

// The Lua module "control", for scripts/daemon.lua and its command: the daemon's local socket from
// both ends, the lines of its log, SIGHUP. Must not outlive the loop, nor the Signals of the
// program.
Module control_module(Loop& loop);

}  // namespace runtime
