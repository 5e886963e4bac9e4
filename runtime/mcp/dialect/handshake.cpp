#include "runtime/mcp/dialect/handshake.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/mcp/server/params.hpp"

namespace runtime::mcp {

namespace {

constexpr std::string_view kVersions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::string_view kNewest = kVersions[std::size(kVersions) - 1];

// Returns the revision that introduced a type of content block.
std::string_view since(const std::string& type) {
  if (type == "resource_link") return "2025-06-18";
  if (type == "audio") return "2025-03-26";
  return kVersions[0];
}

}  // namespace

bool HandshakeDialect::knows(std::string_view version) {
  return std::count(std::begin(kVersions), std::end(kVersions), version) > 0;
}

bool HandshakeDialect::allows_batches() const { return version_ == "2025-03-26"; }

NoId HandshakeDialect::no_id() const {
  return version_.empty() || version_ == kNewest ? NoId::kOmitted : NoId::kNull;
}

bool HandshakeDialect::has_method(const std::string& method) const {
  if (method == "initialize" || method == "ping") return true;
  if (method == "logging/setLevel") return info_.logging;
  if (method == "resources/subscribe" || method == "resources/unsubscribe")
    return info_.resources && info_.changes;
  return is_catalog_method(method, info_);
}

Request HandshakeDialect::open(Message message, bool in_batch) {
  Request request;
  request.method = std::move(message.method);
  if (!message.params.is_nil()) request.params = std::move(message.params);
  const std::string& method = request.method;
  if (!has_method(method))
    throw RpcError(kMethodNotFound, "Method not found: " + shortened(method));
  if (method == "initialize" && in_batch)
    throw RpcError(kInvalidRequest, "Invalid request: initialize cannot be part of a batch");
  check_params(method, request.params);
  request.progress_token = read_progress_token(request.params);
  request.version = version_.empty() ? std::string(kNewest) : version_;
  request.client = client_;
  return request;
}

std::optional<Value> HandshakeDialect::answer(const Request& request) {
  if (request.method == "ping") return Value(Value::Record{});
  if (request.method == "initialize") return initialize(request.params);
  if (request.method == "resources/subscribe" || request.method == "resources/unsubscribe")
    return subscribe(request);
  if (request.method != "logging/setLevel") return std::nullopt;
  const auto level = parse_log_level(required_text(request.params, "level", "level"));
  if (!level)
    throw invalid_params(
        "level must be one of debug, info, notice, warning, error, critical, alert, emergency");
  log_level_ = *level;
  return Value(Value::Record{});
}

Value HandshakeDialect::subscribe(const Request& request) {
  const std::string& uri = *request.params["uri"].string();
  if (request.method == "resources/unsubscribe") {
    subscribed_.erase(uri);
  } else if (subscribed_.size() < kMaxSubscriptions) {
    subscribed_.insert(uri);
  } else {
    throw RpcError(kInvalidRequest, "Invalid request: a session subscribes to at most " +
                                        std::to_string(kMaxSubscriptions) + " resources");
  }
  return Value(Value::Record{});
}

Value HandshakeDialect::initialize(const Value& params) {
  const std::string& wanted = required_text(params, "protocolVersion", "protocolVersion");
  const Value& capabilities = required_record(params, "capabilities", "capabilities");
  const Value& who = required_record(params, "clientInfo", "clientInfo");
  const std::string& name = required_text(who, "name", "clientInfo.name");
  const std::string& version = required_text(who, "version", "clientInfo.version");
  version_ = knows(wanted) ? wanted : std::string(kNewest);
  client_ = std::make_shared<const ClientInfo>(ClientInfo{name, version, capabilities});

  Value server = implementation_of(info_);
  if (version_ >= "2025-11-25") {
    if (!info_.description.empty()) server.set("description", info_.description);
    if (!info_.website.empty()) server.set("websiteUrl", info_.website);
  }
  Value result;
  result.set("protocolVersion", version_)
      .set("capabilities", capabilities_of(info_))
      .set("serverInfo", std::move(server));
  if (!info_.instructions.empty()) result.set("instructions", info_.instructions);
  return result;
}

void HandshakeDialect::notified(const Message& message) {
  if (message.method == "notifications/initialized") ready_ = true;
}

Value HandshakeDialect::encode_result(const Request& request, Value result) const {
  const auto lacks = [&](const Value& block) {
    const std::string* type = block["type"].string();
    return type && since(*type) > request.version;
  };
  for (auto& [name, value] : *result.as<Value::Record>()) {
    auto* list = value.as<Value::List>();
    if (list && name == "content") std::erase_if(*list, lacks);
    if (list && name == "messages")
      std::erase_if(*list, [&](const Value& message) { return lacks(message["content"]); });
  }
  return result;
}

RpcError HandshakeDialect::encode_error(const Request&, RpcError error) const { return error; }

bool HandshakeDialect::wants_log(const Request&, LogLevel level) const {
  return info_.logging && level >= log_level_;
}

std::vector<Notice> HandshakeDialect::notices(const Change& change) const {
  if (!ready_ || !info_.changes) return {};
  switch (change.what) {
    case Change::What::kTools:
      return {{"notifications/tools/list_changed", Value()}};
    case Change::What::kPrompts:
      return {{"notifications/prompts/list_changed", Value()}};
    case Change::What::kResources:
      return {{"notifications/resources/list_changed", Value()}};
    case Change::What::kResource:
      break;
  }
  if (!subscribed_.contains(change.uri)) return {};
  Value params;
  params.set("uri", change.uri);
  return {{"notifications/resources/updated", std::move(params)}};
}

}  // namespace runtime::mcp
