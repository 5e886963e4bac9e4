#pragma once

#include "runtime/mcp/dialect/dialect.hpp"

// Questions of the stateless generation: a result asks, and the client sends the request again with
// the answers. What has been answered in earlier rounds travels with the client, sealed, and is
// good for the same request only, for ten minutes.
namespace runtime::mcp {

// True for a request whose result may ask.
bool may_ask(const Request& request);
// Fills in `answers` and `about` from the request's params. Throws RpcError kInvalidParams for
// ill-formed or too many answers, and for a state that was tampered with, is too old, or another
// request's.
void read_answers(Request* request);
// The result that asks.
Value ask_result(const Request& request, const Value& questions);

}  // namespace runtime::mcp
