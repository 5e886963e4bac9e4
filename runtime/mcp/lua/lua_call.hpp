#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/mcp/server/call_context.hpp"
#include "runtime/mcp/server/completion.hpp"

// Passes the catalog's requests to scripts.
namespace runtime::mcp {

// Calls a script's handler with `arguments` and, after them, a call object with `progress`, `log`,
// `require`, `client` and `cancelled`. Returns its first value. All parameters must outlive the
// task.
Task<Value> call_handler(State* state, std::shared_ptr<Callback> function, std::string name,
                         std::vector<Value> arguments, CallContext* context);
// The methods of that object, for the documentation.
std::span<const Function> call_methods();
// The same without a call object.
Task<Value> call_plain(State* state, std::shared_ptr<Callback> function,
                       std::vector<Value> arguments);

// Returns the completers in a record of functions; none for nil. Throws Error "INVALID_ARGUMENT".
Completers completers_of(State* state, const Value& functions);
// Returns a string's text, or "" for any other value.
std::string text_of(const Value& value);

}  // namespace runtime::mcp
