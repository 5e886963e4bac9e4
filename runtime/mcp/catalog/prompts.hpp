#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/source.hpp"
#include "runtime/mcp/server/call.hpp"
#include "runtime/mcp/server/completion.hpp"

namespace runtime::mcp {

struct PromptArgument {
  std::string name;
  std::string title;
  std::string description;
  bool required = false;
};

// A prompt as it is declared, once.
struct Prompt {
  Source source;
  std::string name;
  std::string title;
  std::string description;
  std::vector<PromptArgument> arguments;
  Completers complete;  // by argument
  // The messages: a text, or {messages = [{role?, content}, ...], description?}, where content is a
  // text or a content block.
  std::function<Task<Value>(Value arguments, CallContext& context)> run;
};

// The prompts, by source and in the order of registration. Knows no JSON-RPC.
class Prompts {
 public:
  explicit Prompts(ChangeNotifier& changes) : changes_(&changes) {}

  // Throws Error "INVALID_ARGUMENT" for a bad or taken name, an argument without a name and a
  // missing handler.
  void add(Prompt prompt);
  bool remove(std::string_view name);
  // All that a source has declared.
  void remove_from(const Source& source);

  bool contains(std::string_view name) const { return find(name) != nullptr; }
  Value::List list() const;  // rows of prompts/list

  // What is wrong with the arguments (a record of texts), or "".
  std::string fault(std::string_view name, const Value& arguments) const;
  // {messages = [{role, content}, ...], description?}. Throws what the handler throws, and Error
  // "INVALID_ARGUMENT" for an unknown prompt. Both must outlive the task.
  Task<Value> get(std::string name, Value arguments, CallContext& context) const;
  // Null when the prompt, or its argument, is not known or completes nothing; `known` says which.
  const Completer* completer(std::string_view name, const std::string& argument, bool* known) const;

 private:
  std::shared_ptr<const Prompt> find(std::string_view name) const;

  ChangeNotifier* changes_;
  std::vector<std::shared_ptr<const Prompt>> prompts_;
};

}  // namespace runtime::mcp
