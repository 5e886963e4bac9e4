#include "runtime/mcp/dialect/question.hpp"

#include "runtime/core/value/error.hpp"
#include "runtime/mcp/schema/schema.hpp"

namespace runtime::mcp {

namespace {

constexpr int kUsualTokens = 1000;

Value made(const char* method, Value params) {
  Value question;
  question.set("method", method).set("params", std::move(params));
  return question;
}

Value elicitation(const Value& asked) {
  Value schema = asked["schema"];
  if (schema.absent()) {
    schema.set("type", "object").set("properties", Value::Record{});
  }
  if (schema["type"] != Value("object") || !schema["properties"].record())
    throw Error("INVALID_ARGUMENT", "call:ask: a question's schema is a JSON Schema of an object",
                "For example {type = \"object\", properties = {name = {type = \"string\"}}, "
                "required = {\"name\"}}.");
  Value params;
  params.set("message", asked["elicit"]).set("requestedSchema", std::move(schema));
  return made("elicitation/create", std::move(params));
}

Value sampling(const Value& asked) {
  Value messages = asked["sample"];
  if (messages.string()) {
    Value content;
    content.set("type", "text").set("text", std::move(messages));
    Value message;
    message.set("role", "user").set("content", std::move(content));
    messages = Value(Value::List{std::move(message)});
  }
  Value params;
  params.set("messages", std::move(messages))
      .set("maxTokens", asked["max_tokens"].absent() ? Value(kUsualTokens) : asked["max_tokens"]);
  if (asked["system"].string()) params.set("systemPrompt", asked["system"]);
  return made("sampling/createMessage", std::move(params));
}

Value read_question(const std::string& key, const Value& asked) {
  if (asked["elicit"].string()) return elicitation(asked);
  if (asked["sample"].string() || asked["sample"].list()) return sampling(asked);
  if (asked["roots"] == Value(true)) return made("roots/list", Value(Value::Record{}));
  throw Error("INVALID_ARGUMENT", "call:ask: '" + key + "' is not a question",
              "A question is {elicit = message, schema = …}, {sample = text} or {roots = true}.");
}

// Returns whether an accepted form's content matches the requested schema.
bool fits(const Value& schema, const Value& content) {
  if (!content.record()) return schema["required"].absent();
  try {
    return Schema(schema).faults(content, Schema::Unknown::kIgnored).empty();
  } catch (const Error&) {
    return true;  // a schema that only the client understands
  }
}

}  // namespace

Value read_questions(const Value& asked) {
  if (!asked.record() || asked.record()->empty())
    throw Error("INVALID_ARGUMENT", "call:ask takes a record of questions");
  Value questions;
  for (const auto& [key, question] : *asked.record())
    questions.set(key, read_question(key, question));
  return questions;
}

Value capabilities_for(const Value& questions) {
  Value needed;
  for (const auto& [key, question] : *questions.record()) {
    const std::string& method = *question["method"].string();
    const std::string name = method.substr(0, method.find('/'));
    needed.set(name, Value::Record{});
  }
  return needed;
}

bool is_answer(const Value& question, const Value& answer) {
  if (!answer.record()) return false;
  const Value& method = question["method"];
  if (method == Value("roots/list")) return answer["roots"].list() != nullptr;
  if (method == Value("sampling/createMessage"))
    return answer["role"].string() && (answer["content"].record() || answer["content"].list());
  const std::string* action = answer["action"].string();
  if (!action) return false;
  if (*action == "accept") return fits(question["params"]["requestedSchema"], answer["content"]);
  return *action == "decline" || *action == "cancel";
}

}  // namespace runtime::mcp
