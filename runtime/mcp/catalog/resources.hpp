#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/source.hpp"
#include "runtime/mcp/catalog/uri_template.hpp"
#include "runtime/mcp/server/call.hpp"
#include "runtime/mcp/server/completion.hpp"
#include "runtime/mcp/server/owners.hpp"

namespace runtime::mcp {

// A resource, or a whole family of them, as it is declared once.
struct Resource {
  Source source;
  Owner owner = kEverybody;
  std::string uri;  // of one resource, or a template with {names}
  std::string name;
  std::string title;
  std::string description;
  std::string media_type;
  Value size;         // nil or bytes; not of a template
  Value annotations;  // nil or a record
  // The content: a text, a Blob, nil for "there is none", or {contents = [{uri?, mimeType?, text |
  // blob}, ...]}. `values` are those of the template's names.
  std::function<Task<Value>(std::string uri, Value values, CallContext& context)> read;
  Completers complete;  // by name, of a template
  bool subscribe =
      true;  // false: nobody tells of its changes, so that waiting for them is of no use
};

// The resources and templates, by source and in the order of registration. Knows no JSON-RPC.
class Resources {
 public:
  // Must outlive the resources.
  explicit Resources(ChangeNotifier& changes) : changes_(&changes) {}

  // Throws Error "INVALID_ARGUMENT" for a uri that is none or taken, and for a missing name or
  // handler.
  void add(Resource resource);
  void add_template(Resource resource);
  // False when there is none.
  bool remove(std::string_view uri);
  // All that a source has declared.
  void remove_from(const Source& source);

  // Whether reading it may succeed. What is another session's does not exist for the session.
  bool contains(std::string_view uri, Owner session) const;
  // False for one that is known and tells nobody of its changes.
  bool may_subscribe(std::string_view uri, Owner session) const;
  Value::List list(Owner session) const;  // rows of resources/list
  Value::List templates() const;          // rows of resources/templates/list

  // {contents = [{uri, mimeType?, text | blob}, ...]}, or nil when there is no such resource.
  // Throws what the handler throws. Both must outlive the task.
  Task<Value> read(std::string uri, CallContext& context) const;
  // Null when the template, or its name, is not known or completes nothing; `known` says which.
  const Completer* completer(std::string_view uri, const std::string& name, bool* known) const;

 private:
  struct Entry;
  struct Found {
    std::shared_ptr<const Entry> entry;
    Value values;
  };
  Found find(std::string_view uri, Owner session) const;

  ChangeNotifier* changes_;
  // Shared with requests under way, so that resources can go meanwhile.
  std::vector<std::shared_ptr<const Entry>> resources_;
  std::vector<std::shared_ptr<const Entry>> templates_;
};

}  // namespace runtime::mcp
