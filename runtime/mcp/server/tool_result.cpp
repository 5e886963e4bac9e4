#include "runtime/mcp/server/tool_result.hpp"

#include <algorithm>
#include <utility>

#include "runtime/core/value/error_text.hpp"

namespace runtime::mcp {

namespace {

[[noreturn]] void refuse_of(const std::string& giver, const std::string& what) {
  throw Error("INTERNAL_ERROR", giver + " gave a wrong result: " + what,
              "This is a defect of its own, not of the call.");
}

[[noreturn]] void refuse(const std::string& what) { refuse_of("The tool", what); }

Value* member(Value& record, const char* name) {
  for (auto& [key, value] : *record.as<Value::Record>())
    if (key == name && !value.absent()) return &value;
  return nullptr;
}

// A script may use MCP's own names instead of our shorter ones.
constexpr std::pair<const char*, const char*> kNames[] = {
    {"content", "content"}, {"structured", "structuredContent"},
    {"members", "members"}, {"is_error", "isError"},
    {"failure", "failure"}, {"meta", "_meta"}};

void use_short_names(Value& result) {
  for (auto& [key, value] : *result.as<Value::Record>()) {
    const auto* found = std::find_if(std::begin(kNames), std::end(kNames), [&](const auto& names) {
      return key == names.first || key == names.second;
    });
    if (found == std::end(kNames))
      refuse("unknown word '" + key + "' (known: content, structured, is_error, meta)");
    key = found->first;
  }
}

Value content_result(Value* content) {
  Value::List blocks;
  if (!content) return blocks;
  Value::List* given = content->as<Value::List>();
  // A script's empty table may be either.
  if (!given && content->record() && content->record()->empty()) return blocks;
  if (!given) refuse("content must be a list");
  for (Value& block : *given) blocks.push_back(content_block(std::move(block), "The tool"));
  return blocks;
}

bool holds_picture(const Value& content) {
  return std::any_of(content.list()->begin(), content.list()->end(), [](const Value& block) {
    return block["type"] == Value("image") || block["type"] == Value("audio");
  });
}

bool is_reserved(const std::string& name) {
  return name == "content" || name == "structuredContent" || name == "isError" ||
         name == "failure" || name == "_meta";
}

void check_structured(const Value* structured, bool failed, const Schema* output) {
  if (structured && !structured->record()) refuse("structured must be a record");
  if (!output || failed) return;
  if (!structured) refuse("it declares a result, but gave no structured content");
  const auto faults = output->faults(*structured, Schema::Unknown::kRefused);
  if (!faults.empty()) refuse("structured content against the output schema: " + faults.front());
}

}  // namespace

Value content_block(Value block, const std::string& giver) {
  const auto refuse = [&](const std::string& what) { refuse_of(giver, what); };
  const std::string* type = block["type"].string();
  if (!type) refuse("a content block without a type");
  if (*type == "text" && !block["text"].string()) refuse("a text block without text");
  if (*type == "resource_link" && !(block["uri"].string() && block["name"].string()))
    refuse("a resource_link block without uri or name");
  if (*type == "resource" && !block["resource"]["uri"].string())
    refuse("a resource block without resource.uri");
  if (*type == "text" || *type == "resource_link" || *type == "resource") return block;
  if (*type != "image" && *type != "audio") refuse("a content block of the unknown type " + *type);
  const auto* blob = block["data"].as<BlobRef>();
  if (!blob && !block["data"].string()) refuse("an " + *type + " block without data");
  if (blob && block["mimeType"].absent()) block.set("mimeType", (*blob)->media_type());
  if (!block["mimeType"].string()) refuse("an " + *type + " block without a media type");
  return block;
}

namespace {

void add_members(Value::Record& result, Value& members) {
  for (auto& [name, value] : *members.as<Value::Record>()) {
    if (is_reserved(name)) refuse("a member named " + name);
    const bool given = std::any_of(result.begin(), result.end(),
                                   [&](const auto& member) { return member.first == name; });
    if (!given) result.emplace_back(name, std::move(value));
  }
}

}  // namespace

Value tool_result(Value handler_result, const Schema* output, bool pictures) {
  if (!handler_result.record())
    refuse(std::string("a ") + handler_result.type_name() +
           "; it is {content = {tool.text \"…\"}}, and structured, is_error or meta if wanted");
  use_short_names(handler_result);
  const Value* flag = member(handler_result, "is_error");
  if (flag && !flag->as<bool>()) refuse("is_error must be a boolean");
  Value* structured = member(handler_result, "structured");
  check_structured(structured, flag && *flag->as<bool>(), output);
  Value* members = member(handler_result, "members");
  if (members && !members->record()) refuse("members must be a record");
  Value* meta = member(handler_result, "meta");
  if (meta && !meta->record()) refuse("meta must be a record");

  Value content = content_result(member(handler_result, "content"));
  const bool has_picture = holds_picture(content);
  if (has_picture && output && !pictures)
    refuse(
        "a picture, which would not reach every model beside a declared result; declare pictures = "
        "true");
  const bool merged = pictures || has_picture;
  Value::Record result;
  result.emplace_back("content", std::move(content));
  if (structured && !merged) result.emplace_back("structuredContent", std::move(*structured));
  if (members) add_members(result, *members);
  if (structured && merged) add_members(result, *structured);
  if (flag) result.emplace_back("isError", *flag);
  if (meta) result.emplace_back("_meta", std::move(*meta));
  if (Value* failure = member(handler_result, "failure"); failure && failure->record())
    result.emplace_back("failure", std::move(*failure));
  return result;
}

Value error_result(const Error& error) {
  Value block;
  block.set("type", "text").set("text", error_text(error));
  Value meta;
  meta.set("backend_error_code", error.code);
  Value failure;
  failure.set("message", error.message).set("hint", error.hint);
  Value result;
  result.set("failure", std::move(failure));
  result.set("content", Value::List{std::move(block)})
      .set("isError", true)
      .set("_meta", std::move(meta));
  return result;
}

}  // namespace runtime::mcp
