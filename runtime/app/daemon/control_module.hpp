#pragma once

#include "runtime/core/async/loop.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// The Lua module "control", for scripts/automation/daemon.lua and its command: both ends of the
// daemon's local socket, and the lines of its log. Must not outlive the loop.
Module control_module(Loop& loop);

}  // namespace runtime
