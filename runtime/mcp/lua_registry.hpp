#pragma once

#include <memory>

#include "runtime/lua/bindings.hpp"
#include "runtime/lua/state.hpp"
#include "runtime/mcp/registry.hpp"

namespace runtime::mcp {

// The Lua module `registry`, by which scripts declare tools: `registry.add{name, title, description, input_schema,
// output_schema, annotations, unchecked, normalise, run}`. `run(args, call)` gets a call object with `progress`, `log`,
// `client` and `cancelled`. Both `registry` and `state` must outlive the calls of its tools.
Module registry_module(Registry& registry, State& state);

}  // namespace runtime::mcp
