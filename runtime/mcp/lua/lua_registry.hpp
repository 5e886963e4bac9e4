#pragma once

#include <memory>

#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/catalog/ttl_resources.hpp"

namespace runtime::mcp {

// The Lua module `registry`, with which scripts declare tools, resources and prompts: the low-level
// forms behind `tool.register`, `resource.register` and `prompt.register`. Handlers receive a call
// object as their last argument. All parameters must outlive the calls of the handlers.
Module registry_module(Catalog& catalog, TtlResources& resources, State& state);

}  // namespace runtime::mcp
