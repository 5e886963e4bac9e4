#pragma once

#include <string>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/mcp/schema/schema.hpp"

// Converts the return value of a tool's handler to an MCP tool result.
namespace runtime::mcp {

// Throws Error "INTERNAL_ERROR" for a result that does not have the form required by Tool::run, for
// structured content that does not match `output` (null: no output schema), and for a picture when
// the output schema is listed. `pictures`: see Tool. Without a schema, the structured content of an
// answer with a picture also becomes members of the result.
Value tool_result(Value handler_result, const Schema* output, bool pictures = false);

// Checks a block of a tool's content or a prompt's message. Throws Error "INTERNAL_ERROR", naming
// the giver, for an unknown type or missing members.
Value content_block(Value block, const std::string& giver);

// Returns {content = [text: message and hint], isError = true, _meta = {backend_error_code}}.
Value error_result(const Error& error);

}  // namespace runtime::mcp
