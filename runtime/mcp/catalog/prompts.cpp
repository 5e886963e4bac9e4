#include "runtime/mcp/catalog/prompts.hpp"

#include <algorithm>

#include "runtime/core/value/error.hpp"
#include "runtime/mcp/server/tool_result.hpp"

namespace runtime::mcp {

namespace {

Value text_block(Value text) {
  Value block;
  block.set("type", "text").set("text", std::move(text));
  return block;
}

Value message(Value given, const std::string& prompt) {
  const std::string* role = given["role"].string();
  Value content = given["content"].string() ? text_block(given["content"]) : given["content"];
  const bool known = !role || *role == "user" || *role == "assistant";
  if (!known || content.absent())
    throw Error("INTERNAL_ERROR", "prompt " + prompt + ": message without role or content");
  Value made;
  made.set("role", role ? *role : "user")
      .set("content", content_block(std::move(content), "Prompt " + prompt));
  return made;
}

Value result(Value given, const Prompt& prompt) {
  Value::List messages;
  if (given.string()) {
    Value only;
    only.set("content", given);
    messages.push_back(message(std::move(only), prompt.name));
  } else {
    const Value::List* list = given["messages"].list();
    if (!list) throw Error("INTERNAL_ERROR", "prompt " + prompt.name + " gave no messages");
    for (const Value& each : *list) messages.push_back(message(each, prompt.name));
  }
  Value made;
  const std::string* description = given["description"].string();
  if (description || !prompt.description.empty())
    made.set("description", description ? *description : prompt.description);
  made.set("messages", std::move(messages));
  return made;
}

Value argument_row(const PromptArgument& argument) {
  Value row;
  row.set("name", argument.name);
  if (!argument.title.empty()) row.set("title", argument.title);
  if (!argument.description.empty()) row.set("description", argument.description);
  row.set("required", argument.required);
  return row;
}

bool has_argument(const Prompt& prompt, std::string_view name) {
  return std::any_of(prompt.arguments.begin(), prompt.arguments.end(),
                     [&](const PromptArgument& argument) { return argument.name == name; });
}

}  // namespace

void Prompts::add(Prompt prompt) {
  const std::string who = "Prompt \"" + prompt.name + "\"";
  if (prompt.name.empty() || prompt.name.size() > 128)
    throw Error("INVALID_ARGUMENT", who + ": a name has 1 to 128 bytes");
  if (const auto other = find(prompt.name))
    throw Error(
        "INVALID_ARGUMENT",
        "two prompts named " + prompt.name + ": " + both_places(other->source, prompt.source),
        "Rename one of them.");
  if (!prompt.run)
    throw Error("INVALID_ARGUMENT", who + " has no handler: give it run = function(args, call)");
  for (const PromptArgument& argument : prompt.arguments)
    if (argument.name.empty())
      throw Error("INVALID_ARGUMENT", who + " has an argument without a name");
  for (const auto& [name, complete] : prompt.complete)
    if (!has_argument(prompt, name))
      throw Error("INVALID_ARGUMENT", who + " has no argument " + name);
  insert_in_order(prompts_, std::make_shared<const Prompt>(std::move(prompt)),
                  [](const auto& each) -> const Source& { return each->source; });
  changes_->announce({Change::What::kPrompts, {}});
}

bool Prompts::remove(std::string_view name) {
  const std::size_t erased = std::erase_if(
      prompts_, [&](const std::shared_ptr<const Prompt>& prompt) { return prompt->name == name; });
  if (erased > 0) changes_->announce({Change::What::kPrompts, {}});
  return erased > 0;
}

void Prompts::remove_from(const Source& source) {
  const std::size_t erased = std::erase_if(
      prompts_,
      [&](const std::shared_ptr<const Prompt>& prompt) { return prompt->source == source; });
  if (erased > 0) changes_->announce({Change::What::kPrompts, {}});
}

std::shared_ptr<const Prompt> Prompts::find(std::string_view name) const {
  for (const auto& prompt : prompts_)
    if (prompt->name == name) return prompt;
  return nullptr;
}

Value::List Prompts::list() const {
  Value::List rows;
  for (const auto& prompt : prompts_) {
    Value row;
    row.set("name", prompt->name);
    if (!prompt->title.empty()) row.set("title", prompt->title);
    if (!prompt->description.empty()) row.set("description", prompt->description);
    Value::List arguments;
    for (const PromptArgument& argument : prompt->arguments)
      arguments.push_back(argument_row(argument));
    if (!arguments.empty()) row.set("arguments", std::move(arguments));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string Prompts::fault(std::string_view name, const Value& arguments) const {
  const auto prompt = find(name);
  if (!prompt) return "unknown prompt";
  for (const PromptArgument& argument : prompt->arguments)
    if (argument.required && arguments[argument.name].absent())
      return "the argument " + argument.name + " is required";
  return {};
}

Task<Value> Prompts::get(std::string name, Value arguments, CallContext& context) const {
  const std::shared_ptr<const Prompt> prompt = find(name);
  if (!prompt) throw Error("INVALID_ARGUMENT", "Unknown prompt: " + name);
  if (arguments.absent()) arguments = Value::Record{};
  Task<Value> work = prompt->run(std::move(arguments), context);
  Value given = co_await std::move(work);
  co_return result(std::move(given), *prompt);
}

const Completer* Prompts::completer(std::string_view name, const std::string& argument,
                                    bool* known) const {
  const auto prompt = find(name);
  *known = prompt && has_argument(*prompt, argument);
  if (!prompt) return nullptr;
  const auto complete = prompt->complete.find(argument);
  return complete == prompt->complete.end() ? nullptr : &complete->second;
}

}  // namespace runtime::mcp
