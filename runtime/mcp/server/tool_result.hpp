#pragma once

#include <string>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/mcp/schema/schema.hpp"

// What a tool's handler returns, made into what MCP calls a tool result.
namespace runtime::mcp {

// Throws Error "INTERNAL_ERROR" for a result of another shape than Tool::run promises, for
// structured content that does not match `output` (null: no output schema), and for a picture
// beside an output schema that is listed. `pictures`: see Tool. Without a schema, an answer that
// holds a picture has its structured content as members as well.
Value tool_result(Value handler_result, const Schema* output, bool pictures = false);

// A block of a tool's content or a prompt's message, of a kind that clients know and with what it
// needs. Throws Error "INTERNAL_ERROR", which names who gave it, for another.
Value content_block(Value block, const std::string& giver);

// {content = [text: message and hint], isError = true, _meta = {backend_error_code}}
Value error_result(const Error& error);

}  // namespace runtime::mcp
