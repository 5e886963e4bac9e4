#include "runtime/mcp/catalog/resources.hpp"

#include <algorithm>
#include <optional>

#include "runtime/core/value/error.hpp"

namespace runtime::mcp {

struct Resources::Entry {
  explicit Entry(Resource declared) : resource(std::move(declared)) {}

  Resource resource;
  std::optional<UriTemplate> pattern;  // of a template
};

namespace {

void check(const Resource& resource) {
  const std::string who = "Resource \"" + resource.uri + "\"";
  if (resource.name.empty()) throw Error("INVALID_ARGUMENT", who + " has no name");
  if (!resource.read)
    throw Error("INVALID_ARGUMENT",
                who + " has no handler: give it read = function(uri, values, call)");
}

Value row_of(const Resource& resource, const char* uri_member) {
  Value row;
  row.set(uri_member, resource.uri).set("name", resource.name);
  if (!resource.title.empty()) row.set("title", resource.title);
  if (!resource.description.empty()) row.set("description", resource.description);
  if (!resource.media_type.empty()) row.set("mimeType", resource.media_type);
  if (!resource.size.absent()) row.set("size", resource.size);
  if (!resource.annotations.absent()) row.set("annotations", resource.annotations);
  return row;
}

[[noreturn]] void refuse(const std::string& uri, const std::string& what) {
  throw Error("INTERNAL_ERROR", "Resource \"" + uri + "\" gave " + what);
}

// Completes one content with all members required by MCP.
Value content(Value given, const std::string& uri, const std::string& media_type) {
  const BlobRef* bytes = given["blob"].as<BlobRef>();
  const bool text = given["text"].string() != nullptr;
  if (text == (bytes || given["blob"].string())) refuse(uri, "a content without text or blob");
  const std::string type = bytes ? (*bytes)->media_type() : media_type;
  if (given["uri"].absent()) given.set("uri", uri);
  if (given["mimeType"].absent() && !type.empty()) given.set("mimeType", type);
  return given;
}

Value contents(Value given, const std::string& uri, const std::string& media_type) {
  Value::List all;
  Value single;
  if (given.string()) {
    single.set("text", std::move(given));
  } else if (given.as<BlobRef>()) {
    single.set("blob", std::move(given));
  }
  if (!single.is_nil()) {
    all.push_back(content(std::move(single), uri, media_type));
  } else {
    const Value::List* list = given["contents"].list();
    if (!list || list->empty()) refuse(uri, "neither a text nor bytes nor contents");
    for (const Value& each : *list) all.push_back(content(each, uri, media_type));
  }
  Value result;
  result.set("contents", std::move(all));
  return result;
}

template <class Entries>
auto position(Entries& entries, std::string_view uri) {
  return std::find_if(entries.begin(), entries.end(),
                      [&](const auto& entry) { return entry->resource.uri == uri; });
}

template <class Entries>
void check_free(const Entries& entries, const Resource& resource, const std::string& kind) {
  const auto other = position(entries, resource.uri);
  if (other == entries.end()) return;
  throw Error("INVALID_ARGUMENT",
              "two " + kind + " \"" + resource.uri +
                  "\": " + both_places((*other)->resource.source, resource.source),
              "Give one of them another URI.");
}

constexpr auto source_of = [](const auto& entry) -> const Source& {
  return entry->resource.source;
};

}  // namespace

void Resources::add(Resource resource) {
  if (!is_uri(resource.uri))
    throw Error("INVALID_ARGUMENT", "\"" + resource.uri + "\" is no URI",
                "A URI begins with a scheme, like \"notes://today\".");
  check(resource);
  check_free(resources_, resource, "resources");
  const Owner owner = resource.owner;
  insert_in_order(resources_, std::make_shared<const Entry>(std::move(resource)), source_of);
  changes_->announce({Change::What::kResources, {}, owner});
}

void Resources::add_template(Resource resource) {
  UriTemplate pattern(resource.uri);
  check(resource);
  check_free(templates_, resource, "resource templates");
  for (const auto& [name, complete] : resource.complete)
    if (std::count(pattern.names().begin(), pattern.names().end(), name) == 0)
      throw Error("INVALID_ARGUMENT", "\"" + resource.uri + "\" has no {" + name + "}");
  auto entry = std::make_shared<Entry>(std::move(resource));
  entry->pattern.emplace(std::move(pattern));
  insert_in_order(templates_, std::shared_ptr<const Entry>(std::move(entry)), source_of);
  changes_->announce({Change::What::kResources, {}});
}

bool Resources::remove(std::string_view uri) {
  const std::string name(uri);
  for (auto* entries : {&resources_, &templates_}) {
    const auto found = position(*entries, uri);
    if (found == entries->end()) continue;
    const Owner owner = (*found)->resource.owner;
    entries->erase(found);
    changes_->announce({Change::What::kResource, name, owner});
    changes_->announce({Change::What::kResources, {}, owner});
    return true;
  }
  return false;
}

void Resources::remove_from(const Source& source) {
  for (auto* entries : {&resources_, &templates_}) {
    std::vector<std::string> uris;
    for (const auto& entry : *entries)
      if (entry->resource.source == source) uris.push_back(entry->resource.uri);
    for (const std::string& uri : uris) remove(uri);
  }
}

Resources::Found Resources::find(std::string_view uri, Owner session) const {
  const auto found = position(resources_, uri);
  if (found != resources_.end() && is_reachable((*found)->resource.owner, session))
    return Found{*found, Value()};
  for (const auto& entry : templates_)
    if (std::optional<Value> values = entry->pattern->match(uri))
      return Found{entry, std::move(*values)};
  return Found{};
}

bool Resources::contains(std::string_view uri, Owner session) const {
  return find(uri, session).entry != nullptr;
}

bool Resources::may_subscribe(std::string_view uri, Owner session) const {
  const Found found = find(uri, session);
  return !found.entry || found.entry->resource.subscribe;
}

Value::List Resources::list(Owner session) const {
  Value::List rows;
  for (const auto& entry : resources_)
    if (is_listed(entry->resource.owner, session)) rows.push_back(row_of(entry->resource, "uri"));
  return rows;
}

Value::List Resources::templates() const {
  Value::List rows;
  for (const auto& entry : templates_) rows.push_back(row_of(entry->resource, "uriTemplate"));
  return rows;
}

Task<Value> Resources::read(std::string uri, CallContext& context) const {
  Found found = find(uri, context.session());
  if (!found.entry) co_return Value();
  const Resource& resource = found.entry->resource;
  Task<Value> work = resource.read(uri, std::move(found.values), context);
  Value given = co_await std::move(work);
  if (given.absent()) co_return Value();
  co_return contents(std::move(given), uri, resource.media_type);
}

const Completer* Resources::completer(std::string_view uri, const std::string& name,
                                      bool* known) const {
  const auto found = position(templates_, uri);
  *known = false;
  if (found == templates_.end()) return nullptr;
  const auto& names = (*found)->pattern->names();
  *known = std::count(names.begin(), names.end(), name) > 0;
  const auto complete = (*found)->resource.complete.find(name);
  return complete == (*found)->resource.complete.end() ? nullptr : &complete->second;
}

}  // namespace runtime::mcp
