#pragma once

#include <memory>
#include <optional>
#include <string>

#include "runtime/core/value.hpp"
#include "runtime/mcp/call.hpp"
#include "runtime/mcp/rpc.hpp"

namespace runtime::mcp {

// What the server says about itself. Set by the program before the first session.
struct ServerInfo {
  std::string name = "PeekabooMCP";
  std::string title;
  std::string version;
  std::string instructions;  // for the model; left out when empty
  bool logging = false;      // declare MCP's logging capability
};

// One request as the registry's side of the house sees it: no revision-dependent fact is left in
// `params`.
struct Request {
  std::string method;
  Value params = Value::Record{};
  std::string version;  // the protocol revision it is to be answered in
  ClientInfo client;
  Value progress_token;  // nil: no progress wanted
};

// One generation of the protocol, for one session: says which requests exist, reads from them what
// its revision puts where, and dresses the answers. Driven by the session; keeps what the
// generation keeps between requests.
class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual bool allows_batches() const = 0;
  virtual NoId no_id() const = 0;

  // Throws RpcError for a method that this generation does not have, and for ill-formed params.
  virtual Request open(Message message, bool in_batch) = 0;
  // The result of a request about the session itself (initialize, ping ...), at once; nothing for
  // all others.
  virtual std::optional<Value> answer(const Request& request) = 0;
  // A notification about the session. Unknown ones are ignored.
  virtual void notified(const Message& message) = 0;
  // Makes a tool's result fit the revision.
  virtual Value dress(const Request& request, Value result) const = 0;
  // Whether a log line of this level goes to the client that made the request.
  virtual bool wants_log(const Request& request, LogLevel level) const = 0;
};

}  // namespace runtime::mcp
