#include "runtime/mcp/server/params.hpp"

#include <algorithm>

#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::mcp {

namespace {

void check_uri(const Value& params, const char* what) {
  if (required_text(params, "uri", what).size() > kMaxUri)
    throw invalid_params(std::string(what) + " is too long");
}

void check_optional_record(const Value& params, const char* name) {
  const Value& value = params[name];
  if (!value.absent() && !value.record())
    throw invalid_params(std::string(name) + " must be an object");
}

void check_texts(const Value& record, const char* what) {
  if (record.absent()) return;
  const bool good = record.record() &&
                    std::all_of(record.record()->begin(), record.record()->end(),
                                [](const Value::Member& member) { return member.second.string(); });
  if (!good) throw invalid_params(std::string(what) + " must be an object of strings");
}

void check_completion(const Value& params) {
  const Value& reference = required_record(params, "ref", "ref");
  const std::string& type = required_text(reference, "type", "ref.type");
  if (type == "ref/prompt") {
    required_text(reference, "name", "ref.name");
  } else if (type == "ref/resource") {
    check_uri(reference, "ref.uri");
  } else {
    throw invalid_params("ref.type must be \"ref/prompt\" or \"ref/resource\"");
  }
  const Value& argument = required_record(params, "argument", "argument");
  required_text(argument, "name", "argument.name");
  required_text(argument, "value", "argument.value");
  check_optional_record(params, "context");
  check_texts(params["context"]["arguments"], "context.arguments");
}

}  // namespace

RpcError invalid_params(const std::string& what) {
  return RpcError(kInvalidParams, "Invalid params: " + what);
}

const std::string& required_text(const Value& params, const char* name, const char* what) {
  const std::string* text = params[name].string();
  if (!text) throw invalid_params(std::string(what) + " must be a string");
  return *text;
}

const Value& required_record(const Value& params, const char* name, const char* what) {
  const Value& value = params[name];
  if (!value.record()) throw invalid_params(std::string(what) + " must be an object");
  return value;
}

bool is_catalog_method(std::string_view method, const ServerInfo& info) {
  if (method == "tools/list" || method == "tools/call") return true;
  if (method == "resources/list" || method == "resources/templates/list" ||
      method == "resources/read")
    return info.resources;
  if (method == "prompts/list" || method == "prompts/get") return info.prompts;
  return method == "completion/complete" && info.completions;
}

void check_params(const std::string& method, const Value& params) {
  if (method.ends_with("/list") && !params["cursor"].absent() && !params["cursor"].string())
    throw invalid_params("cursor must be a string");
  if (method == "tools/call") {
    required_text(params, "name", "name");
    check_optional_record(params, "arguments");
  }
  if (method == "resources/read" || method == "resources/subscribe" ||
      method == "resources/unsubscribe")
    check_uri(params, "uri");
  if (method == "prompts/get") {
    required_text(params, "name", "name");
    check_texts(params["arguments"], "arguments");
  }
  if (method == "completion/complete") check_completion(params);
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

}  // namespace runtime::mcp
