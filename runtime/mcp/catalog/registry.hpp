#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/source.hpp"
#include "runtime/mcp/server/call_context.hpp"

namespace runtime::mcp {

// A declared tool, independent of the command and the protocol revision through which it is called.
struct Tool {
  Source source;
  std::string name;  // 1 to 128 of [A-Za-z0-9_.-]
  std::string title;
  std::string description;
  // Appended to the description whenever the tools are listed; may be empty.
  std::function<std::string()> description_suffix;
  Value input_schema;   // a record with type "object"
  Value output_schema;  // nil, or a record with type "object"
  // Its answers may contain pictures: structured content then becomes members of the result and no
  // output schema is listed, because clients that know either one pass on nothing else.
  bool pictures = false;
  Value annotations;  // nil, or a record
  Value meta;         // nil, or a record: hints for clients
  // Tests have checked the schemas, so they are checked and compiled at the first call only.
  bool schemas_tested = false;
  // Keywords allowed in the schemas although they are not enforced.
  std::vector<std::string> unchecked;
  // Names of arguments that are logged: "config.type" in a record, "#text" for its length alone.
  std::vector<std::string> logged;
  // Runs before validation and returns the arguments in their strict form; may be empty.
  std::function<Task<Value>(Value arguments)> normalise;
  // Returns {content = [{type = "text", text} | {type = "image", data = Blob, mimeType} | ...],
  // structured = record?, members = record? (merged into the top level), is_error = boolean?, meta
  // = record?}.
  std::function<Task<Value>(Value arguments, CallContext& context)> run;
  // Presents a failure, faults of the arguments included, in the tool's own form. `error` is
  // {code, message, hint?, details?}. Returns what run() does, or nil for the usual form; may be
  // empty.
  std::function<Task<Value>(Value error)> failure;
};

// The tools, by source and in the order of registration. Independent of JSON-RPC: both the session
// and the command line call it.
class Registry {
 public:
  // `changes`, if given, is notified when the tools change; it must outlive the registry.
  explicit Registry(ChangeNotifier* changes = nullptr) : changes_(changes) {}

  // Throws Error "INVALID_ARGUMENT" for a bad or taken name, a missing handler, an invalid schema,
  // and a schema with keywords that are neither enforced nor named in `unchecked`, unless the tool
  // says that they are tested.
  void add(Tool tool);

  // Returns false when there is none. Calls in progress continue.
  bool remove(std::string_view name);
  // Removes everything that a source has declared.
  void remove_from(const Source& source);

  // Sets the remedy for calls of a tool that does not exist.
  void withhold(std::string name, std::string remedy);
  // Returns "" for a name without such a remedy.
  std::string remedy(const std::string& name) const;

  bool contains(std::string_view name) const { return find(name) != nullptr; }
  // Returns null when there is none. Use the pointer at once: tools may be replaced.
  const Tool* tool(std::string_view name) const;
  std::vector<std::string> names() const;

  // Returns {tools = [{name, title?, description, inputSchema, outputSchema?, annotations?,
  // _meta?}, ...]}.
  Value list() const;

  // Returns {content, structuredContent?, members..., isError?, _meta?}. Failures of the handler
  // and faults of the arguments also become such a result, with isError and
  // _meta.backend_error_code, unless the tool presents them itself. Throws Error "INVALID_ARGUMENT"
  // for an unknown tool, and Cancelled when `context`'s scope has fired. Both registry and context
  // must outlive the task. Logs one line per call.
  Task<Value> call(std::string name, Value arguments, CallContext& context) const;
  // Checks that call() would run the tool with these arguments; otherwise throws its Error
  // "INVALID_ARGUMENT".
  Task<void> check(std::string name, Value arguments) const;

 private:
  struct Entry;
  std::shared_ptr<const Entry> find(std::string_view name) const;
  std::shared_ptr<const Entry> known(const std::string& name) const;
  static Task<Value> strict(std::shared_ptr<const Entry> entry, Value arguments);
  static Task<Value> failed(std::shared_ptr<const Entry> entry, Error error);

  void announce() const;

  ChangeNotifier* changes_;
  std::map<std::string, std::string> withheld_;  // remedies by name
  // Shared with running calls, so that tools can be replaced meanwhile.
  std::vector<std::shared_ptr<const Entry>> entries_;
};

}  // namespace runtime::mcp
