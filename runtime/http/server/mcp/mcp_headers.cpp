#include "runtime/http/server/mcp/mcp_headers.hpp"

#include <algorithm>
#include <charconv>

#include "runtime/core/value/base64.hpp"

namespace runtime::http {

namespace {

using mcp::RpcError;

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";

[[noreturn]] void mismatch(const std::string& why) {
  throw RpcError(mcp::kHeaderMismatch, "Header mismatch: " + why);
}

// Returns the only field of that name, undecoded.
const std::string& required_plain(const RequestHead& head, const std::string& name) {
  const std::string* value = head.only(name);
  if (!value) mismatch("the request needs exactly one " + name + " header");
  return *value;
}

// Returns the only field of that name, decoded.
std::string required(const RequestHead& head, const std::string& name) {
  const auto decoded = decoded_field(required_plain(head, name));
  if (!decoded) mismatch("the value of " + name + " is malformed");
  return *decoded;
}

void expect(const std::string& name, const std::string& value, const std::string& body) {
  if (value != body)
    mismatch(name + " is '" + mcp::shortened(value) + "', but the body says '" +
             mcp::shortened(body) + "'");
}

// Returns the member that Mcp-Name repeats, or null.
const char* name_member(const std::string& method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : nullptr;
}

bool same_number(const std::string& text, const Value& body) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return false;
  if (const auto* integer = body.as<std::int64_t>()) {
    std::int64_t exact = 0;
    const auto [at, problem] = std::from_chars(text.data(), end, exact);
    if (problem == std::errc() && at == end) return exact == *integer;
    return number == static_cast<double>(*integer);
  }
  return number == *body.as<double>();
}

bool same_value(const std::string& text, const Value& body) {
  if (body.string()) return text == *body.string();
  if (const bool* flag = body.as<bool>()) return text == (*flag ? "true" : "false");
  return body.is_number() && same_number(text, body);
}

void check_parameter(const RequestHead& head, const std::string& header, const Value& body) {
  const std::string name = "mcp-param-" + lower_case(header);
  const bool present = find_field(head.fields, name) != nullptr;
  if (body.absent()) {
    if (present) mismatch(name + " has no counterpart in the body");
    return;
  }
  if (!same_value(required(head, name), body)) mismatch(name + " and the body differ");
}

// Checks the parameters marked in the schema, at any depth of "properties".
void check_parameters(const RequestHead& head, const Value& schema, const Value& arguments,
                      int depth) {
  const Value::Record* properties = schema["properties"].record();
  if (!properties || depth > 16) return;
  for (const auto& [name, property] : *properties) {
    const Value& body = arguments[name];
    if (const std::string* header = property["x-mcp-header"].string())
      check_parameter(head, *header, body);
    check_parameters(head, property, body, depth + 1);
  }
}

}  // namespace

std::optional<std::string> decoded_field(std::string_view value) {
  constexpr std::string_view kBegin = "=?base64?";
  constexpr std::string_view kEnd = "?=";
  const bool plain = std::all_of(value.begin(), value.end(),
                                 [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\t'; });
  if (!plain) return std::nullopt;
  if (value.size() < kBegin.size() + kEnd.size() || value.substr(0, kBegin.size()) != kBegin ||
      value.substr(value.size() - kEnd.size()) != kEnd)
    return std::string(value);
  const auto bytes =
      decode_base64(value.substr(kBegin.size(), value.size() - kBegin.size() - kEnd.size()));
  if (!bytes) return std::nullopt;
  return std::string(bytes->begin(), bytes->end());
}

void check_mcp_headers(const RequestHead& head, const mcp::Message& message,
                       const mcp::Catalog& catalog) {
  // Both are plain words; an encoded form could only hide them from intermediaries.
  const std::string& version = required_plain(head, "mcp-protocol-version");
  const std::string* said = message.params["_meta"][kVersionKey].string();
  if (said) expect("mcp-protocol-version", version, *said);
  expect("mcp-method", required_plain(head, "mcp-method"), message.method);
  const char* member = name_member(message.method);
  if (!member) return;
  const std::string* name = message.params[member].string();
  if (!name) {
    required(head, "mcp-name");
    return;
  }
  expect("mcp-name", required(head, "mcp-name"), *name);
  const mcp::Tool* tool = message.method == "tools/call" ? catalog.tools.tool(*name) : nullptr;
  if (tool) check_parameters(head, tool->input_schema, message.params["arguments"], 0);
}

}  // namespace runtime::http
