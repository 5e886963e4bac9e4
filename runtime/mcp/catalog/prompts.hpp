#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/source.hpp"
#include "runtime/mcp/server/call_context.hpp"
#include "runtime/mcp/server/completion.hpp"

namespace runtime::mcp {

struct PromptArgument {
  std::string name;
  std::string title;
  std::string description;
  bool required = false;
};

// A declared prompt.
struct Prompt {
  Source source;
  std::string name;
  std::string title;
  std::string description;
  std::vector<PromptArgument> arguments;
  Completers complete;  // by argument
  // Returns the messages: a string, or {messages = [{role?, content}, ...], description?}, where
  // content is a string or a content block.
  std::function<Task<Value>(Value arguments, CallContext& context)> run;
};

// The prompts, by source and in the order of registration. Independent of JSON-RPC.
class Prompts {
 public:
  explicit Prompts(ChangeNotifier& changes) : changes_(&changes) {}

  // Throws Error "INVALID_ARGUMENT" for a bad or taken name, an argument without a name and a
  // missing handler.
  void add(Prompt prompt);
  bool remove(std::string_view name);
  // Removes everything that a source has declared.
  void remove_from(const Source& source);

  bool contains(std::string_view name) const { return find(name) != nullptr; }
  Value::List list() const;  // rows of prompts/list

  // Returns the fault of the arguments (a record of strings), or "".
  std::string fault(std::string_view name, const Value& arguments) const;
  // Returns {messages = [{role, content}, ...], description?}. Throws the handler's exceptions, and
  // Error "INVALID_ARGUMENT" for an unknown prompt. `arguments` and `context` must outlive the
  // task.
  Task<Value> get(std::string name, Value arguments, CallContext& context) const;
  // Returns null when the prompt or its argument is unknown or has no completer; sets `known`
  // accordingly.
  const Completer* completer(std::string_view name, const std::string& argument, bool* known) const;

 private:
  std::shared_ptr<const Prompt> find(std::string_view name) const;

  ChangeNotifier* changes_;
  std::vector<std::shared_ptr<const Prompt>> prompts_;
};

}  // namespace runtime::mcp
