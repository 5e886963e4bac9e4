#pragma once

#include "runtime/core/value/value.hpp"

// What a handler asks the person or the model behind a client: a record of questions by keys of the
// handler's choice, each {method, params} as MCP has it.
namespace runtime::mcp {

// From a script's form: each question is {elicit = message, schema = JSON Schema of a flat record},
// {sample = text or messages, max_tokens, system}, or {roots = true}. Throws Error
// "INVALID_ARGUMENT".
Value read_questions(const Value& asked);
// The client's capabilities that they need.
Value capabilities_for(const Value& questions);
// Whether `answer` has the form of an answer to this question.
bool is_answer(const Value& question, const Value& answer);

}  // namespace runtime::mcp
