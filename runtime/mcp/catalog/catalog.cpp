#include "runtime/mcp/catalog/catalog.hpp"

#include "runtime/core/log/log.hpp"
#include "runtime/mcp/dialect/dialect.hpp"
#include "runtime/mcp/server/page.hpp"

namespace runtime::mcp {

namespace {

RpcError invalid(const std::string& what) {
  return RpcError(kInvalidParams, "Invalid params: " + what);
}

RpcError no_resource(const std::string& uri) {
  Value data;
  data.set("uri", uri);
  return RpcError(kResourceNotFound, "Resource not found: " + shortened(uri), std::move(data));
}

// Converts a handler's failure to a protocol error, because these requests have no result that
// could carry it.
RpcError failed(const std::string& what, const Error& error) {
  Value data;
  data.set("code", error.code);
  if (!error.hint.empty()) data.set("hint", error.hint);
  const bool callers = error.code == "INVALID_ARGUMENT";
  if (error.code == "INTERNAL_ERROR") {
    Value fields;
    fields.set("request", what).set("error", error.message);
    log::error("internal error in a handler", fields);
  }
  return RpcError(callers ? kInvalidParams : kInternalError, what + ": " + error.message,
                  std::move(data));
}

Value::List tool_rows(const Registry& tools) { return *tools.list()["tools"].list(); }

void admit_subscription(const Resources& resources, const Value& uri, Owner session) {
  if (!uri.string() || resources.may_subscribe(*uri.string(), session)) return;
  throw invalid(shortened(*uri.string()) +
                " does not support subscriptions; read it again instead");
}

}  // namespace

void Catalog::redeclare(const Source& source, const std::function<void()>& declare) {
  struct Before {
    explicit Before(Catalog& catalog)
        : now(catalog), tools(now.tools), resources(now.resources), prompts(now.prompts) {}
    ~Before() {
      if (done) return;
      now.tools = std::move(tools);
      now.resources = std::move(resources);
      now.prompts = std::move(prompts);
    }
    Catalog& now;
    Registry tools;
    Resources resources;
    Prompts prompts;
    bool done = false;
  };
  ChangeNotifier::Hold changed(changes);
  Before before(*this);
  tools.remove_from(source);
  resources.remove_from(source);
  prompts.remove_from(source);
  declare();
  before.done = true;
  changed.send();
}

void Catalog::admit(const Request& request) const {
  const std::string& method = request.method;
  const Value& params = request.params;
  if (method == "tools/call" && !tools.contains(*params["name"].string())) {
    const std::string name = shortened(*params["name"].string());
    Value fields;
    fields.set("tool", name).set("code", "INVALID_ARGUMENT").set("milliseconds", 0);
    fields.set("message", "Unknown tool: " + name);
    log::warn("call of an unknown tool", fields);
    const std::string how = tools.remedy(*params["name"].string());
    throw RpcError(kInvalidParams, "Unknown tool: " + name + (how.empty() ? "" : ". " + how));
  }
  if ((method == "resources/read" || method == "resources/subscribe") &&
      !resources.contains(*params["uri"].string(), request.session))
    throw no_resource(*params["uri"].string());
  if (method == "resources/subscribe")
    admit_subscription(resources, params["uri"], request.session);
  if (const Value::List* uris = params["notifications"]["resourceSubscriptions"].list())
    for (const Value& uri : *uris) admit_subscription(resources, uri, request.session);
  if (method == "prompts/get") {
    const std::string& name = *params["name"].string();
    const std::string fault = prompts.fault(name, params["arguments"]);
    if (!fault.empty()) throw invalid("prompt " + shortened(name) + ": " + fault);
  }
}

Value Catalog::list(const Request& request) const {
  const Value& cursor = request.params["cursor"];
  if (request.method == "tools/list") return page("tools", tool_rows(tools), "name", cursor);
  if (request.method == "prompts/list") return page("prompts", prompts.list(), "name", cursor);
  if (request.method == "resources/list")
    return page("resources", resources.list(request.session), "uri", cursor);
  if (request.method == "resources/templates/list")
    return page("resourceTemplates", resources.templates(), "uriTemplate", cursor);
  return {};
}

Task<Value> Catalog::read(std::string uri, CallContext* context) const {
  Task<Value> work = resources.read(uri, *context);
  Value result;
  try {
    result = co_await std::move(work);
  } catch (const Error& error) {
    throw failed("The resource could not be read", error);
  }
  if (result.is_nil()) throw no_resource(uri);
  co_return result;
}

Task<Value> Catalog::get(Value params, CallContext* context) const {
  const std::string name = *params["name"].string();
  Task<Value> work = prompts.get(name, params["arguments"], *context);
  try {
    Value result = co_await std::move(work);
    co_return result;
  } catch (const Error& error) {
    throw failed("The prompt could not be made", error);
  }
}

Task<Value> Catalog::complete(Value params) const {
  const Value& reference = params["ref"];
  const std::string name = *params["argument"]["name"].string();
  const bool prompt = reference["type"] == Value("ref/prompt");
  bool known = false;
  const Completer* found = prompt ? prompts.completer(*reference["name"].string(), name, &known)
                                  : resources.completer(*reference["uri"].string(), name, &known);
  if (!known) throw invalid("ref and argument name nothing that exists");
  if (!found) co_return completion_result({});
  const Completer completer = *found;  // a copy, because the original may be removed meanwhile
  Task<std::vector<std::string>> work =
      completer(*params["argument"]["value"].string(), params["context"]["arguments"]);
  try {
    std::vector<std::string> values = co_await std::move(work);
    co_return completion_result(std::move(values));
  } catch (const Error& error) {
    throw failed("The values could not be found", error);
  }
}

Task<Value> Catalog::perform(Request* request, CallContext* context) const {
  Value params = std::exchange(request->params, Value());
  if (request->method == "resources/read") return read(*params["uri"].string(), context);
  if (request->method == "prompts/get") return get(std::move(params), context);
  if (request->method == "completion/complete") return complete(std::move(params));
  return tools.call(*params["name"].string(), params.take("arguments"), *context);
}

}  // namespace runtime::mcp
