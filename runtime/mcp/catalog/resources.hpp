#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/source.hpp"
#include "runtime/mcp/catalog/uri_template.hpp"
#include "runtime/mcp/server/call_context.hpp"
#include "runtime/mcp/server/completion.hpp"
#include "runtime/mcp/server/owners.hpp"

namespace runtime::mcp {

// A declared resource or template.
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
  // Returns the content: a string, a Blob, nil if it does not exist, or {contents = [{uri?,
  // mimeType?, text | blob}, ...]}. `values` are those of the template's names.
  std::function<Task<Value>(std::string uri, Value values, CallContext& context)> read;
  Completers complete;    // by name, of a template
  bool subscribe = true;  // false: its changes are not reported, so subscribing is useless
};

// The resources and templates, by source and in the order of registration. Independent of JSON-RPC.
class Resources {
 public:
  // `changes` must outlive the resources.
  explicit Resources(ChangeNotifier& changes) : changes_(&changes) {}

  // Throws Error "INVALID_ARGUMENT" for an invalid or taken uri, and for a missing name or handler.
  void add(Resource resource);
  void add_template(Resource resource);
  // Returns false when there is none.
  bool remove(std::string_view uri);
  // Removes everything that a source has declared.
  void remove_from(const Source& source);

  // Returns whether reading it may succeed. Another session's resources do not exist for the
  // session.
  bool contains(std::string_view uri, Owner session) const;
  // Returns false for an existing resource whose changes are not reported.
  bool may_subscribe(std::string_view uri, Owner session) const;
  Value::List list(Owner session) const;  // rows of resources/list
  Value::List templates() const;          // rows of resources/templates/list

  // Returns {contents = [{uri, mimeType?, text | blob}, ...]}, or nil when there is no such
  // resource. Throws the handler's exceptions. `context` must outlive the task.
  Task<Value> read(std::string uri, CallContext& context) const;
  // Returns null when the template or its name is unknown or has no completer; sets `known`
  // accordingly.
  const Completer* completer(std::string_view uri, const std::string& name, bool* known) const;

 private:
  struct Entry;
  struct Found {
    std::shared_ptr<const Entry> entry;
    Value values;
  };
  Found find(std::string_view uri, Owner session) const;

  ChangeNotifier* changes_;
  // Shared with requests in progress, so that resources can be removed meanwhile.
  std::vector<std::shared_ptr<const Entry>> resources_;
  std::vector<std::shared_ptr<const Entry>> templates_;
};

}  // namespace runtime::mcp
