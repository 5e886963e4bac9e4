#pragma once

#include <memory>
#include <string>

#include "runtime/core/async/workers.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

class State;

// The Lua module "host": the program itself (version, platform, documentation of its modules) and
// the location of the user's files. `state` must outlive the script calls; `workers` read files.
// `configuration`: see to_value in configuration.hpp. `scripts`: the override folder, see
// script_source.hpp.
Module host_module(State& state, std::shared_ptr<Workers> workers, Value configuration,
                   std::string scripts);

}  // namespace runtime
