#include "runtime/mcp/rpc/rpc.hpp"

#include "runtime/core/value/error.hpp"

namespace runtime::mcp {

namespace {

std::optional<Id> read_id(const Value& value) {
  if (const auto* number = value.as<std::int64_t>()) return Id(*number);
  if (const auto* text = value.string()) return Id(*text);
  return std::nullopt;
}

Message invalid(std::optional<Id> id, int code, std::string why) {
  Message message;
  message.id = std::move(id);
  message.error.emplace(code, std::move(why));
  return message;
}

Message classify(Value& envelope) {
  if (!envelope.record())
    return invalid({}, kInvalidRequest, "Invalid request: a message is a JSON object");
  const Value* id_member = envelope.find("id");
  std::optional<Id> id = id_member ? read_id(*id_member) : std::nullopt;
  const Value& method = envelope["method"];
  const bool response = method.is_nil() && (envelope.find("result") || envelope.find("error"));
  if (response) {
    Message message;
    message.kind = Message::Kind::kResponse;
    message.id = std::move(id);
    for (auto& [key, value] : *envelope.as<Value::Record>())
      if (key == "result") message.params = std::move(value);
    const std::string* what = envelope["error"]["message"].string();
    if (envelope.find("error")) message.error.emplace(kInternalError, what ? *what : "no reason");
    return message;
  }
  if (envelope["jsonrpc"] != Value("2.0"))
    return invalid(std::move(id), kInvalidRequest, "Invalid request: \"jsonrpc\" must be \"2.0\"");
  if (!method.string())
    return invalid(std::move(id), kInvalidRequest, "Invalid request: \"method\" must be a string");
  if (id_member && !id)
    return invalid({}, kInvalidRequest,
                   "Invalid request: \"id\" must be a string or an integer of at most 64 bits");
  Message message;
  message.kind = id ? Message::Kind::kRequest : Message::Kind::kNotification;
  message.method = *method.string();
  for (auto& [key, value] : *envelope.as<Value::Record>())
    if (key == "params" && !value.is_null()) message.params = std::move(value);
  if (id && !message.params.is_nil() && !message.params.record())
    return invalid(std::move(id), kInvalidParams, "Invalid params: \"params\" must be an object");
  message.id = std::move(id);
  return message;
}

Incoming only(Message message) {
  Incoming incoming;
  incoming.messages.push_back(std::move(message));
  return incoming;
}

Segments write_envelope(Value::Record members) { return json::write(Value(std::move(members))); }

}  // namespace

Value to_value(const Id& id) {
  if (const auto* number = std::get_if<std::int64_t>(&id)) return *number;
  return std::get<std::string>(id);
}

Incoming read_message(std::string_view text) {
  Value document;
  try {
    document = json::parse(text);
  } catch (const Error& error) {
    return only(invalid({}, kParseError, "Parse error: " + error.message));
  }
  auto* list = document.as<Value::List>();
  if (!list) return only(classify(document));
  if (list->empty())
    return only(invalid({}, kInvalidRequest, "Invalid request: the batch is empty"));
  if (list->size() > kMaxBatch)
    return only(
        invalid({}, kInvalidRequest,
                "Invalid request: a batch has at most " + std::to_string(kMaxBatch) + " messages"));
  Incoming incoming;
  incoming.batch = true;
  for (Value& envelope : *list) incoming.messages.push_back(classify(envelope));
  return incoming;
}

Segments write_result(const Id& id, Value result) {
  Value::Record members;
  members.reserve(3);
  members.emplace_back("jsonrpc", "2.0");
  members.emplace_back("id", to_value(id));
  members.emplace_back("result", std::move(result));
  return write_envelope(std::move(members));
}

Segments write_error(const std::optional<Id>& id, const RpcError& error, NoId no_id) {
  Value body;
  body.set("code", error.code).set("message", error.message);
  if (!error.data.is_nil()) body.set("data", error.data);
  Value::Record members;
  members.emplace_back("jsonrpc", "2.0");
  if (id)
    members.emplace_back("id", to_value(*id));
  else if (no_id == NoId::kNull)
    members.emplace_back("id", Value::Null{});
  members.emplace_back("error", std::move(body));
  return write_envelope(std::move(members));
}

Segments write_notification(std::string method, Value params) {
  Value::Record members;
  members.emplace_back("jsonrpc", "2.0");
  members.emplace_back("method", std::move(method));
  if (!params.is_nil()) members.emplace_back("params", std::move(params));
  return write_envelope(std::move(members));
}

Segments write_request(const Id& id, std::string method, Value params) {
  Value::Record members;
  members.emplace_back("jsonrpc", "2.0");
  members.emplace_back("id", to_value(id));
  members.emplace_back("method", std::move(method));
  if (!params.is_nil()) members.emplace_back("params", std::move(params));
  return write_envelope(std::move(members));
}

Segments write_batch(std::vector<Segments> replies) {
  Segments joined;
  std::string separator = "[";
  for (Segments& reply : replies) {
    joined.emplace_back(std::exchange(separator, ","));
    for (json::Segment& segment : reply) joined.push_back(std::move(segment));
  }
  joined.emplace_back(std::string("]"));
  return joined;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return std::string(text.substr(0, bytes)) + "…";
}

}  // namespace runtime::mcp
