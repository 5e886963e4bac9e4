#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/rpc/rpc.hpp"
#include "runtime/mcp/server/call.hpp"

namespace runtime::mcp {

// What the server says about itself. Set by the program before the first session.
struct ServerInfo {
  std::string name = "PeekabooMCP";
  std::string title = {};
  std::string version = {};
  std::string instructions = {};  // for the model; left out when empty
  // The capabilities to declare besides tools.
  bool logging = false;
  bool resources = false;
  bool prompts = false;
  bool completions = false;
  // Whether sessions hear of changes: of the lists, and of single resources.
  bool changes = false;
  std::string description = {};  // for people; left out when empty
  std::string website = {};
};

// {tools, resources?, prompts?, completions?, logging?}
Value capabilities_of(const ServerInfo& info);
// {name, title?, version}
Value implementation_of(const ServerInfo& info);

// One request as the catalog's side of the house sees it: no revision-dependent fact is left in
// `params`.
struct Request {
  std::string method;
  Value params = Value::Record{};
  std::string version;  // the protocol revision it is to be answered in
  std::shared_ptr<const ClientInfo> client;
  Value progress_token;               // nil: no progress wanted
  std::optional<LogLevel> log_level;  // stateless: lines from this level on; nothing: none
  Value answers;                      // stateless: what the client has answered so far, by key
  std::string about;                  // stateless: what answers are good for, and nothing else
  Owner session = kNobody;            // that it belongs to
};

// A notification on its way to the client.
struct Notice {
  std::string method;
  Value params;  // nil or a record

  bool operator==(const Notice&) const = default;
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
  // all others. Comes dressed.
  virtual std::optional<Value> answer(const Request& request) = 0;
  // A notification about the session. Unknown ones are ignored.
  virtual void notified(const Message& message) = 0;
  // Makes a result fit the revision.
  virtual Value encode_result(const Request& request, Value result) const = 0;
  // Makes an error fit the revision.
  virtual RpcError encode_error(const Request& request, RpcError error) const = 0;
  // The refusal of a request whose handler lacked these client capabilities; nothing where a
  // revision has none, and the handler's own result stands.
  virtual std::optional<RpcError> lacking(const Request& request, const Value& capabilities) const {
    (void)request, (void)capabilities;
    return std::nullopt;
  }
  // How the client of this request can be asked something.
  enum class Asking { kNever, kRequests, kRounds };
  virtual Asking asking(const Request& request) const {
    (void)request;
    return Asking::kNever;
  }
  // With kRounds: the result that asks.
  virtual Value input_required(const Request& request, const Value& questions) const {
    (void)request, (void)questions;
    return {};
  }
  // Whether a log line of this level goes to the client that made the request.
  virtual bool wants_log(const Request& request, LogLevel level) const = 0;

  // What the client is told when something has changed.
  virtual std::vector<Notice> notices(const Change& change) const = 0;

  // For a request that is a subscription ("subscriptions/listen"): the client's first message.
  // Changes are told from then on, until unlisten(). Throws RpcError.
  virtual Notice listen(const Id& id, const Request& request) {
    (void)id, (void)request;
    throw RpcError(kMethodNotFound, "Method not found");
  }
  // The result that ends it.
  virtual Value unlisten(const Id& id, const Request& request) {
    (void)id, (void)request;
    return {};
  }
};

}  // namespace runtime::mcp
