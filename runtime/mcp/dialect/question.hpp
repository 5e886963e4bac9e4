#pragma once

#include "runtime/core/value/value.hpp"

// Questions of a handler to the person or the model behind a client: a record by keys of the
// handler's choice, each {method, params} as defined by MCP.
namespace runtime::mcp {

// Reads a script's questions: each is {elicit = message, schema = JSON Schema of a flat record},
// {sample = text or messages, max_tokens, system}, or {roots = true}. Throws Error
// "INVALID_ARGUMENT".
Value read_questions(const Value& asked);
// Returns the client capabilities that the questions need.
Value capabilities_for(const Value& questions);
// Returns whether `answer` has the form of an answer to this question.
bool is_answer(const Value& question, const Value& answer);

}  // namespace runtime::mcp
