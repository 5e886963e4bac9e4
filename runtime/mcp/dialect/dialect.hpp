#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/rpc/rpc.hpp"
#include "runtime/mcp/server/call_context.hpp"

namespace runtime::mcp {

// The server's description of itself. Set by the program before the first session.
struct ServerInfo {
  std::string name = "PeekabooMCP";
  std::string title = {};
  std::string version = {};
  std::string instructions = {};  // for the model; omitted when empty
  // The capabilities to declare besides tools.
  bool logging = false;
  bool resources = false;
  bool prompts = false;
  bool completions = false;
  // Whether sessions are notified of changes: of the lists, and of single resources.
  bool changes = false;
  std::string description = {};  // for people; omitted when empty
  std::string website = {};
};

// Returns {tools, resources?, prompts?, completions?, logging?}.
Value capabilities_of(const ServerInfo& info);
// Returns {name, title?, version}.
Value implementation_of(const ServerInfo& info);

// One request as the catalog sees it: `params` contains nothing that depends on the revision.
struct Request {
  std::string method;
  Value params = Value::Record{};
  std::string version;  // the protocol revision of the answer
  std::shared_ptr<const ClientInfo> client;
  Value progress_token;               // nil: no progress wanted
  std::optional<LogLevel> log_level;  // stateless: the lowest level of lines to send; nothing: none
  Value answers;                      // stateless: the client's answers so far, by key
  std::string about;        // stateless: identifies the only request that the answers are valid for
  Owner session = kNobody;  // the session of the request
};

// A notification to the client.
struct Notice {
  std::string method;
  Value params;  // nil or a record

  bool operator==(const Notice&) const = default;
};

// One generation of the protocol, for one session: defines which requests exist, reads each
// revision's form of their params, and encodes the answers. Driven by the session; keeps the state
// that the generation needs between requests.
class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual bool allows_batches() const = 0;
  virtual NoId no_id() const = 0;

  // Reads a request. Throws RpcError for a method that this generation lacks, and for malformed
  // params.
  virtual Request open(Message message, bool in_batch) = 0;
  // Returns the encoded result of a request about the session itself (initialize, ping ...), or
  // nothing for all others. Does not wait.
  virtual std::optional<Value> answer(const Request& request) = 0;
  // Handles a notification about the session. Ignores unknown ones.
  virtual void notified(const Message& message) = 0;
  // Encodes a result for the revision.
  virtual Value encode_result(const Request& request, Value result) const = 0;
  // Encodes an error for the revision.
  virtual RpcError encode_error(const Request& request, RpcError error) const = 0;
  // Returns the refusal of a request whose handler lacked these client capabilities. Returns
  // nothing where the revision defines none; the handler's own result is then sent.
  virtual std::optional<RpcError> lacking(const Request& request, const Value& capabilities) const {
    (void)request, (void)capabilities;
    return std::nullopt;
  }
  // How the client of this request can be asked questions.
  enum class Asking { kNever, kRequests, kRounds };
  virtual Asking asking(const Request& request) const {
    (void)request;
    return Asking::kNever;
  }
  // With kRounds: returns the result that asks the questions.
  virtual Value input_required(const Request& request, const Value& questions) const {
    (void)request, (void)questions;
    return {};
  }
  // Returns whether a log line of this level is sent to the client that made the request.
  virtual bool wants_log(const Request& request, LogLevel level) const = 0;

  // Returns the notifications to send for a change.
  virtual std::vector<Notice> notices(const Change& change) const = 0;

  // Starts the subscription of a request ("subscriptions/listen") and returns the first message to
  // the client. Changes are sent from then on, until unlisten(). Throws RpcError.
  virtual Notice listen(const Id& id, const Request& request) {
    (void)id, (void)request;
    throw RpcError(kMethodNotFound, "Method not found");
  }
  // Returns the result that ends the subscription.
  virtual Value unlisten(const Id& id, const Request& request) {
    (void)id, (void)request;
    return {};
  }
};

}  // namespace runtime::mcp
