#include "runtime/mcp/handshake.hpp"

#include <algorithm>
#include <iterator>

namespace runtime::mcp {

namespace {

constexpr std::string_view kVersions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::string_view kNewest = kVersions[std::size(kVersions) - 1];

RpcError invalid_params(const std::string& what) {
  return RpcError(kInvalidParams, "Invalid params: " + what);
}

const std::string& required_text(const Value& params, const char* name, const char* what) {
  const std::string* text = params[name].string();
  if (!text) throw invalid_params(std::string(what) + " must be a string");
  return *text;
}

const Value& required_record(const Value& params, const char* name) {
  const Value& value = params[name];
  if (!value.record()) throw invalid_params(std::string(name) + " must be an object");
  return value;
}

Value read_progress_token(const Value& params) {
  const Value& meta = params["_meta"];
  if (meta.absent()) return {};
  if (!meta.record()) throw invalid_params("_meta must be an object");
  const Value& token = meta["progressToken"];
  if (token.absent()) return {};
  if (!token.string() && !token.as<std::int64_t>())
    throw invalid_params("progressToken must be a string or an integer");
  return token;
}

void check_list(const Value& params) {
  // Everything fits on one page, so no cursor was ever given out.
  if (!params["cursor"].absent()) throw invalid_params("unknown cursor");
}

void check_call(Value& params) {
  required_text(params, "name", "name");
  const Value& arguments = params["arguments"];
  if (!arguments.absent() && !arguments.record())
    throw invalid_params("arguments must be an object");
}

// The revision that brought a kind of content block.
std::string_view since(const std::string& type) {
  if (type == "resource_link") return "2025-06-18";
  if (type == "audio") return "2025-03-26";
  return kVersions[0];
}

}  // namespace

bool HandshakeDialect::allows_batches() const { return version_ == "2025-03-26"; }

NoId HandshakeDialect::no_id() const {
  return version_.empty() || version_ == kNewest ? NoId::kOmitted : NoId::kNull;
}

Request HandshakeDialect::open(Message message, bool in_batch) {
  Request request;
  request.method = std::move(message.method);
  if (!message.params.is_nil()) request.params = std::move(message.params);
  const std::string& method = request.method;
  const bool known = method == "initialize" || method == "ping" || method == "tools/list" ||
                     method == "tools/call" || (method == "logging/setLevel" && info_.logging);
  if (!known) throw RpcError(kMethodNotFound, "Method not found: " + shortened(method));
  if (method == "initialize" && in_batch)
    throw RpcError(kInvalidRequest, "Invalid request: initialize cannot be part of a batch");
  if (method == "tools/list") check_list(request.params);
  if (method == "tools/call") check_call(request.params);
  request.progress_token = read_progress_token(request.params);
  request.version = version_.empty() ? std::string(kNewest) : version_;
  request.client = client_;
  return request;
}

std::optional<Value> HandshakeDialect::answer(const Request& request) {
  if (request.method == "ping") return Value(Value::Record{});
  if (request.method == "initialize") return initialize(request.params);
  if (request.method != "logging/setLevel") return std::nullopt;
  const auto level = parse_log_level(required_text(request.params, "level", "level"));
  if (!level)
    throw invalid_params(
        "level must be one of debug, info, notice, warning, error, critical, alert, emergency");
  log_level_ = *level;
  return Value(Value::Record{});
}

Value HandshakeDialect::initialize(const Value& params) {
  const std::string& wanted = required_text(params, "protocolVersion", "protocolVersion");
  const Value& capabilities = required_record(params, "capabilities");
  const Value& who = required_record(params, "clientInfo");
  const std::string& name = required_text(who, "name", "clientInfo.name");
  const std::string& version = required_text(who, "version", "clientInfo.version");
  const bool known = std::count(std::begin(kVersions), std::end(kVersions), wanted) > 0;
  version_ = known ? wanted : std::string(kNewest);
  client_ = ClientInfo{name, version, capabilities};

  Value offered;
  offered.set("tools", Value::Record{});
  if (info_.logging) offered.set("logging", Value::Record{});
  Value server;
  server.set("name", info_.name);
  if (!info_.title.empty()) server.set("title", info_.title);
  server.set("version", info_.version);
  Value result;
  result.set("protocolVersion", version_)
      .set("capabilities", std::move(offered))
      .set("serverInfo", std::move(server));
  if (!info_.instructions.empty()) result.set("instructions", info_.instructions);
  return result;
}

void HandshakeDialect::notified(const Message& message) {
  if (message.method == "notifications/initialized") ready_ = true;
}

Value HandshakeDialect::dress(const Request& request, Value result) const {
  for (auto& [name, value] : *result.as<Value::Record>()) {
    if (name != "content" || !value.list()) continue;
    std::erase_if(*value.as<Value::List>(), [&](const Value& block) {
      const std::string* type = block["type"].string();
      return type && since(*type) > request.version;
    });
  }
  return result;
}

bool HandshakeDialect::wants_log(const Request&, LogLevel level) const {
  return info_.logging && level >= log_level_;
}

}  // namespace runtime::mcp
