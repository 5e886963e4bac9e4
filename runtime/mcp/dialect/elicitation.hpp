#pragma once

#include "runtime/mcp/dialect/dialect.hpp"

// Questions in the stateless generation: a result asks, and the client repeats the request with the
// answers. The answers of earlier rounds are held by the client in a signed state, which is valid
// only for the same request, for ten minutes.
namespace runtime::mcp {

// Returns whether the result of a request may ask questions.
bool may_ask(const Request& request);
// Sets `answers` and `about` from the request's params. Throws RpcError kInvalidParams for
// malformed or too many answers, and for a state that was tampered with, has expired, or belongs to
// another request.
void read_answers(Request* request);
// Returns the result that asks the questions.
Value ask_result(const Request& request, const Value& questions);

}  // namespace runtime::mcp
