#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/core/value/json.hpp"
#include "runtime/core/value/value.hpp"

// JSON-RPC 2.0 as used by MCP: parses and writes messages. Independent of methods, revisions and
// transports.
namespace runtime::mcp {

// Echoed with its type and value: 1 and "1" are different ids.
using Id = std::variant<std::int64_t, std::string>;
Value to_value(const Id& id);

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
// MCP's own codes. 2026-07-28 dropped the first; the dialects handle that.
inline constexpr int kResourceNotFound = -32002;
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingCapability = -32021;
inline constexpr int kUnsupportedVersion = -32022;

// A JSON-RPC error object. Thrown to refuse a request; sent by the session.
class RpcError : public std::exception {
 public:
  RpcError(int error_code, std::string text, Value facts = {})
      : code(error_code), message(std::move(text)), data(std::move(facts)) {}
  const char* what() const noexcept override { return message.c_str(); }

  int code;
  std::string message;
  Value data;
};

struct Message {
  enum class Kind {
    kRequest,       // id, method, params
    kNotification,  // method, params
    kResponse,      // to a request of ours, or stray; ignored unless awaited
    kInvalid,       // error, and id if it could be read; must be answered
  };
  Kind kind = Kind::kInvalid;
  std::optional<Id> id;
  std::string method;
  Value params;  // nil or a record; the result of a response
  std::optional<RpcError> error;
};

inline constexpr std::size_t kMaxBatch = 256;

struct Incoming {
  bool batch = false;
  std::vector<Message> messages;  // one unless it is a batch
};

// Never throws for bad input: a malformed message gets the kind kInvalid. Splits batches; the
// dialect decides whether they are allowed.
Incoming read_message(std::string_view text);

// An outgoing message, without the transport's framing.
using Segments = std::vector<json::Segment>;

// How to write the id of an error when the request's id could not be read: null in JSON-RPC 2.0,
// omitted in MCP's schema from 2025-11-25 on.
enum class NoId { kNull, kOmitted };

// All throw Error "INVALID_ARGUMENT" for a value that has no JSON form.
Segments write_result(const Id& id, Value result);
Segments write_error(const std::optional<Id>& id, const RpcError& error, NoId no_id);
Segments write_notification(std::string method, Value params);
Segments write_request(const Id& id, std::string method, Value params);
Segments write_batch(std::vector<Segments> replies);

// For error messages: returns at most `bytes` of `text`, cut between characters, with "…" if cut.
std::string shortened(std::string_view text, std::size_t bytes = 80);

}  // namespace runtime::mcp
