#include "runtime/mcp/dialect/stateless.hpp"

#include <algorithm>

#include "runtime/mcp/dialect/elicitation.hpp"
#include "runtime/mcp/server/params.hpp"

namespace runtime::mcp {

namespace {

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kClientKey = "io.modelcontextprotocol/clientInfo";
constexpr const char* kLevelKey = "io.modelcontextprotocol/logLevel";
constexpr const char* kServerKey = "io.modelcontextprotocol/serverInfo";
constexpr const char* kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";
constexpr const char* kListen = "subscriptions/listen";

// How long a client may cache a list. A client with a subscription is notified of changes.
constexpr std::int64_t kListLife = 300'000;  // milliseconds
constexpr std::int64_t kDiscoverLife = 3'600'000;
constexpr std::int64_t kReadLife = 0;

std::optional<std::int64_t> cache_life(std::string_view method) {
  if (method == "server/discover") return kDiscoverLife;
  if (method == "tools/list" || method == "prompts/list" || method == "resources/templates/list")
    return kListLife;
  if (method == "resources/list" || method == "resources/read") return kReadLife;
  return std::nullopt;
}

void check_version(const Value& meta) {
  const std::string& version = required_text(meta, kVersionKey, kVersionKey);
  if (version == StatelessDialect::kVersion) return;
  Value data;
  data.set("supported", Value::List{Value(StatelessDialect::kVersion)}).set("requested", version);
  throw RpcError(kUnsupportedVersion, "Unsupported protocol version: " + shortened(version),
                 std::move(data));
}

ClientInfo read_client(const Value& meta) {
  ClientInfo client;
  client.capabilities = required_record(meta, kCapabilitiesKey, kCapabilitiesKey);
  const Value& who = meta[kClientKey];
  if (who.absent()) return client;
  required_record(meta, kClientKey, kClientKey);
  client.name = required_text(who, "name", "clientInfo.name");
  client.version = required_text(who, "version", "clientInfo.version");
  return client;
}

std::optional<LogLevel> read_log_level(const Value& meta) {
  if (meta[kLevelKey].absent()) return std::nullopt;
  const auto level = parse_log_level(required_text(meta, kLevelKey, kLevelKey));
  if (!level) throw invalid_params(std::string(kLevelKey) + " is not a log level");
  return level;
}

bool flag(const Value& filter, const char* name) {
  const Value& value = filter[name];
  if (value.absent()) return false;
  if (!value.as<bool>()) throw invalid_params(std::string(name) + " must be a boolean");
  return *value.as<bool>();
}

}  // namespace

bool StatelessDialect::speaks(const Message& message) {
  const Value::Record* meta = message.params["_meta"].record();
  return meta && std::any_of(meta->begin(), meta->end(), [](const Value::Member& member) {
           const std::string& key = member.first;
           return key == kVersionKey || key == kCapabilitiesKey || key == kClientKey ||
                  key == kLevelKey;
         });
}

Request StatelessDialect::open(Message message, bool in_batch) {
  if (in_batch)
    throw RpcError(kInvalidRequest, "Invalid request: this revision does not support batches");
  Request request;
  request.method = std::move(message.method);
  if (!message.params.is_nil()) request.params = std::move(message.params);
  const Value& meta = required_record(request.params, "_meta", "_meta");
  check_version(meta);
  request.version = kVersion;
  request.client = std::make_shared<const ClientInfo>(read_client(meta));
  request.log_level = read_log_level(meta);
  request.progress_token = read_progress_token(request.params);
  const std::string& method = request.method;
  const bool listens = method == kListen && info_.changes;
  if (method != "server/discover" && !listens && !is_catalog_method(method, info_))
    throw RpcError(kMethodNotFound, "Method not found: " + shortened(method));
  check_params(method, request.params);
  read_answers(&request);
  if (listens) read_filter(required_record(request.params, "notifications", "notifications"));
  return request;
}

std::optional<Value> StatelessDialect::answer(const Request& request) {
  if (request.method != "server/discover") return std::nullopt;
  Value result;
  result.set("supportedVersions", Value::List{Value(kVersion)})
      .set("capabilities", capabilities_of(info_));
  if (!info_.instructions.empty()) result.set("instructions", info_.instructions);
  return encode_result(request, std::move(result));
}

Value StatelessDialect::encode_result(const Request& request, Value result) const {
  if (result["resultType"].absent()) result.set("resultType", "complete");
  if (const auto life = cache_life(request.method);
      life && result["resultType"] == Value("complete"))
    result.set("ttlMs", *life).set("cacheScope", "private");
  Value meta = result["_meta"];
  meta.set(kServerKey, implementation_of(info_));
  result.set("_meta", std::move(meta));
  return result;
}

RpcError StatelessDialect::encode_error(const Request&, RpcError error) const {
  if (error.code == kResourceNotFound) error.code = kInvalidParams;
  return error;
}

std::optional<RpcError> StatelessDialect::lacking(const Request&, const Value& capabilities) const {
  Value data;
  data.set("requiredCapabilities", capabilities);
  return RpcError(kMissingCapability, "The client lacks a capability that this request needs",
                  std::move(data));
}

bool StatelessDialect::wants_log(const Request& request, LogLevel level) const {
  return info_.logging && request.log_level && level >= *request.log_level;
}

Dialect::Asking StatelessDialect::asking(const Request& request) const {
  return may_ask(request) ? Asking::kRounds : Asking::kNever;
}

Value StatelessDialect::input_required(const Request& request, const Value& questions) const {
  return encode_result(request, ask_result(request, questions));
}

StatelessDialect::Filter StatelessDialect::read_filter(const Value& wanted) const {
  Filter filter;
  filter.tools = flag(wanted, "toolsListChanged");
  filter.prompts = flag(wanted, "promptsListChanged") && info_.prompts;
  filter.resources = flag(wanted, "resourcesListChanged") && info_.resources;
  const Value& uris = wanted["resourceSubscriptions"];
  if (uris.absent()) return filter;
  const Value::List* list = uris.list();
  if (!list || list->size() > kMaxSubscriptions)
    throw invalid_params("resourceSubscriptions must be a list of at most " +
                         std::to_string(kMaxSubscriptions) + " strings");
  for (const Value& uri : *list) {
    if (!uri.string() || uri.string()->size() > kMaxUri)
      throw invalid_params("resourceSubscriptions must be a list of strings");
    if (info_.resources) filter.uris.insert(*uri.string());
  }
  return filter;
}

Value StatelessDialect::honoured(const Filter& filter) const {
  Value notifications = Value::Record{};
  if (filter.tools) notifications.set("toolsListChanged", true);
  if (filter.prompts) notifications.set("promptsListChanged", true);
  if (filter.resources) notifications.set("resourcesListChanged", true);
  Value::List uris;
  for (const std::string& uri : filter.uris) uris.emplace_back(uri);
  if (!uris.empty()) notifications.set("resourceSubscriptions", std::move(uris));
  return notifications;
}

Notice StatelessDialect::listen(const Id& id, const Request& request) {
  if (listens_.size() >= kMaxListens)
    throw RpcError(kInvalidRequest, "Invalid request: at most " + std::to_string(kMaxListens) +
                                        " subscriptions are open at a time");
  const Filter filter = read_filter(request.params["notifications"]);
  Value meta;
  meta.set(kSubscriptionKey, to_value(id));
  Value params;
  params.set("_meta", std::move(meta)).set("notifications", honoured(filter));
  listens_.emplace(id, filter);
  return Notice{"notifications/subscriptions/acknowledged", std::move(params)};
}

Value StatelessDialect::unlisten(const Id& id, const Request& request) {
  listens_.erase(id);
  Value meta;
  meta.set(kSubscriptionKey, to_value(id));
  Value result;
  result.set("_meta", std::move(meta));
  return encode_result(request, std::move(result));
}

std::vector<Notice> StatelessDialect::notices(const Change& change) const {
  std::vector<Notice> all;
  for (const auto& [id, filter] : listens_) {
    Value meta;
    meta.set(kSubscriptionKey, to_value(id));
    Value params;
    params.set("_meta", std::move(meta));
    if (change.what == Change::What::kTools && filter.tools)
      all.push_back({"notifications/tools/list_changed", std::move(params)});
    else if (change.what == Change::What::kPrompts && filter.prompts)
      all.push_back({"notifications/prompts/list_changed", std::move(params)});
    else if (change.what == Change::What::kResources && filter.resources)
      all.push_back({"notifications/resources/list_changed", std::move(params)});
    else if (change.what == Change::What::kResource && filter.uris.contains(change.uri)) {
      params.set("uri", change.uri);
      all.push_back({"notifications/resources/updated", std::move(params)});
    }
  }
  return all;
}

}  // namespace runtime::mcp
