#include "runtime/mcp/catalog/registry.hpp"

#include <algorithm>

#include "runtime/core/log/log.hpp"
#include "runtime/core/value/edit_distance.hpp"
#include "runtime/core/value/error_text.hpp"
#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/mcp/catalog/call_line.hpp"
#include "runtime/mcp/catalog/protective_arguments.hpp"
#include "runtime/mcp/rpc/rpc.hpp"
#include "runtime/mcp/schema/schema.hpp"
#include "runtime/mcp/server/tool_result.hpp"

namespace runtime::mcp {

namespace {

bool is_tool_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  return !name.empty() && name.size() <= 128 &&
         name.find_first_not_of(kAllowed) == std::string_view::npos;
}

std::string joined(const std::vector<std::string>& texts, const char* separator) {
  std::string all;
  for (const std::string& text : texts) all.append(all.empty() ? "" : separator).append(text);
  return all;
}

bool is_unchecked(const std::string& place, const std::vector<std::string>& unchecked) {
  const std::string keyword = place.substr(place.rfind('.') + 1);
  return std::count(unchecked.begin(), unchecked.end(), keyword) > 0;
}

Schema accepted_schema(const Value& document, const Tool& tool, const std::string& which) {
  const std::string where = "tool " + tool.name + ", " + which + " schema";
  if (document["type"] != Value("object"))
    throw Error("INVALID_ARGUMENT", where + ": its type must be \"object\"");
  std::vector<std::string> open = unsupported_keywords(document);
  std::erase_if(open,
                [&](const std::string& place) { return is_unchecked(place, tool.unchecked); });
  if (!open.empty())
    throw Error("INVALID_ARGUMENT",
                where + ": keywords that are not enforced: " + joined(open, ", "),
                "Use other keywords, or name them in \"unchecked\".");
  try {
    return Schema(document);
  } catch (const Error& error) {
    throw Error(error.code, where + ": " + error.message, error.hint);
  }
}

// Arguments that the tool does not have: a client may send a million, so only the first are
// examined.
struct UnknownArguments {
  static constexpr std::size_t kMaxNamed = 10;
  std::vector<std::string> names;
  std::size_t others = 0;
};

// Returns none where the schema allows further members.
UnknownArguments unknown_arguments(const Tool& tool, const Value& arguments) {
  UnknownArguments unknown;
  const Value& known = tool.input_schema["properties"];
  if (!known.record() || !arguments.record() ||
      tool.input_schema["additionalProperties"] != Value(false))
    return unknown;
  for (const auto& [name, value] : *arguments.record()) {
    if (!known[name].is_nil()) continue;
    if (unknown.names.size() < UnknownArguments::kMaxNamed)
      unknown.names.push_back(name);
    else
      ++unknown.others;
  }
  return unknown;
}

// Lists unknown arguments with the names that were perhaps meant. Excludes those that the tool has
// converted.
std::string unknown_text(const Tool& tool, const UnknownArguments& unknown,
                         const Value& arguments) {
  if (unknown.names.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, schema] : *tool.input_schema["properties"].record())
    names.push_back(name);
  std::string text;
  for (const std::string& name : unknown.names) {
    if (arguments[name].is_nil()) continue;
    const std::string near = nearest_name(name, names);
    text += (text.empty() ? "" : ", ") + shortened(name) +
            (near.empty() ? "" : " (did you mean " + near + "?)");
  }
  if (!text.empty() && unknown.others > 0)
    text += " and " + std::to_string(unknown.others) + " more";
  return text;
}

// Tells which arguments are ignored, so that a model that guessed a wrong name notices.
std::string ignored_text(const Tool& tool, const UnknownArguments& unknown,
                         const Value& arguments) {
  const std::string text = unknown_text(tool, unknown, arguments);
  if (text.empty()) return text;
  return "Ignored, because " + tool.name + " has no such argument: " + text + ".";
}

void push_message(Value* record, const std::string& text) {
  for (auto& [name, value] : *record->as<Value::Record>())
    if (name == "messages" && value.list()) value.push(text);
}

// Adds a text to the content and to the `messages` of its data, because clients pass on one or the
// other.
void add_text(Value& result, const std::string& text) {
  Value block;
  block.set("type", "text").set("text", text);
  push_message(&result, text);
  for (auto& [name, value] : *result.as<Value::Record>()) {
    if (name == "content") value.push(block);
    if (name == "structuredContent" && value.record()) push_message(&value, text);
  }
}

// Returns the argument that a fault begins with ("region.x: expected …"); "" for one of them all.
std::string faulty_argument(const Tool& tool, const std::string& fault) {
  const std::string place = fault.substr(0, fault.find(": "));
  const Value& known = tool.input_schema["properties"];
  const std::string name = place.substr(0, place.find_first_of(".["));
  return known.record() && !known[name].is_nil() ? place : std::string();
}

// Also names unknown arguments: one of them may be the one that is missing.
Error argument_error(const Tool& tool, const std::vector<std::string>& faults,
                     const Value& arguments) {
  Value details;
  const std::string field = faulty_argument(tool, faults.front());
  if (!field.empty()) details.set("field", field);
  const std::string unknown = unknown_text(tool, unknown_arguments(tool, arguments), arguments);
  return Error("INVALID_ARGUMENT",
               "Invalid arguments for " + tool.name + ": " + joined(faults, "; ") +
                   (unknown.empty() ? "" : "; no such argument: " + unknown),
               {}, std::move(details));
}

// Throws Error "INVALID_ARGUMENT" for an argument that asks for masking under a name that the tool
// does not have.
void refuse_unknown_protection(const Tool& tool, const Value& arguments) {
  const Value& known = tool.input_schema["properties"];
  if (tool.input_schema["additionalProperties"] != Value(false)) return;
  const std::string name = unknown_protection(known, arguments);
  if (name.empty()) return;
  const std::string right = masking_property(known);
  Value details;
  details.set("field", shortened(name));
  throw Error("INVALID_ARGUMENT",
              "Invalid arguments for " + tool.name + ": " + shortened(name) +
                  ": no such argument, and nothing would be masked",
              right.empty() ? "Set masking to \"always\" in the policy file; " + tool.name +
                                  " masks nothing by its arguments."
                            : "Use " + right + ".",
              std::move(details));
}

void log_defect(const std::string& tool, const Error& error) {
  Value fields;
  fields.set("tool", tool).set("error", error.message);
  log::error("internal error in a tool", fields);
}

Value presentable(const Error& error) {
  Value record = error_record(error);
  if (!error.details.is_nil()) record.set("details", error.details);
  return record;
}

}  // namespace

// A tool and its compiled schemas. Of many tools most are never called, and compiling is dear.
struct Registry::Entry {
  explicit Entry(Tool declared) : tool(std::move(declared)) {}

  // Throws Error "INVALID_ARGUMENT" for a schema that cannot be enforced, as output() does.
  const Schema& input() const {
    if (!input_) input_.emplace(accepted_schema(tool.input_schema, tool, "input"));
    return *input_;
  }
  // Returns null for a tool without output schema.
  const Schema* output() const {
    if (tool.output_schema.absent()) return nullptr;
    if (!output_) output_.emplace(accepted_schema(tool.output_schema, tool, "output"));
    return &*output_;
  }

  const Tool tool;

 private:
  mutable std::optional<Schema> input_;
  mutable std::optional<Schema> output_;
};

void Registry::add(Tool tool) {
  if (!is_tool_name(tool.name))
    throw Error("INVALID_ARGUMENT", "\"" + shortened(tool.name) + "\" is not a name for a tool",
                "A name has 1 to 128 letters, digits, '_', '.' or '-'.");
  if (const auto other = find(tool.name))
    throw Error(
        "INVALID_ARGUMENT",
        "two tools named " + tool.name + ": " + both_places(other->tool.source, tool.source),
        "Rename one of them.");
  if (!tool.run)
    throw Error("INVALID_ARGUMENT",
                "Tool " + tool.name + " has no handler: give it run = function(args, call)");
  const auto entry = std::make_shared<const Entry>(std::move(tool));
  if (!entry->tool.schemas_tested) {
    entry->input();
    entry->output();
  }
  insert_in_order(entries_, entry,
                  [](const auto& each) -> const Source& { return each->tool.source; });
  announce();
}

void Registry::withhold(std::string name, std::string remedy) {
  withheld_.insert_or_assign(std::move(name), std::move(remedy));
}

std::string Registry::remedy(const std::string& name) const {
  const auto found = withheld_.find(name);
  return found == withheld_.end() ? std::string() : found->second;
}

bool Registry::remove(std::string_view name) {
  const std::size_t erased = std::erase_if(
      entries_,
      [&](const std::shared_ptr<const Entry>& entry) { return entry->tool.name == name; });
  if (erased > 0) announce();
  return erased > 0;
}

void Registry::remove_from(const Source& source) {
  const std::size_t erased = std::erase_if(
      entries_,
      [&](const std::shared_ptr<const Entry>& entry) { return entry->tool.source == source; });
  if (erased > 0) announce();
}

void Registry::announce() const {
  if (changes_) changes_->announce({Change::What::kTools, {}});
}

std::shared_ptr<const Registry::Entry> Registry::find(std::string_view name) const {
  for (const auto& entry : entries_)
    if (entry->tool.name == name) return entry;
  return nullptr;
}

const Tool* Registry::tool(std::string_view name) const {
  const auto entry = find(name);
  return entry ? &entry->tool : nullptr;
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> names;
  for (const auto& entry : entries_) names.push_back(entry->tool.name);
  return names;
}

Value Registry::list() const {
  Value::List tools;
  for (const auto& entry : entries_) {
    const Tool& tool = entry->tool;
    Value row;
    row.set("name", tool.name);
    if (!tool.title.empty()) row.set("title", tool.title);
    row.set("description",
            tool.description + (tool.description_suffix ? tool.description_suffix() : ""));
    row.set("inputSchema", tool.input_schema);
    if (!tool.output_schema.absent() && !tool.pictures) row.set("outputSchema", tool.output_schema);
    if (!tool.annotations.absent()) row.set("annotations", tool.annotations);
    if (!tool.meta.absent()) row.set("_meta", tool.meta);
    tools.push_back(std::move(row));
  }
  Value result;
  result.set("tools", std::move(tools));
  return result;
}

std::shared_ptr<const Registry::Entry> Registry::known(const std::string& name) const {
  std::shared_ptr<const Entry> entry = find(name);
  if (entry) return entry;
  const std::string how = remedy(name);
  throw Error("INVALID_ARGUMENT", "Unknown tool: " + shortened(name),
              how.empty() ? "Known tools: " + joined(names(), ", ") : how);
}

// Returns the arguments in their strict form, validated.
Task<Value> Registry::strict(std::shared_ptr<const Entry> entry, Value arguments) {
  const Tool& tool = entry->tool;
  if (arguments.absent()) arguments = Value::Record{};
  if (tool.normalise) {
    Task<Value> normalising = tool.normalise(std::move(arguments));
    arguments = co_await std::move(normalising);
  }
  refuse_unknown_protection(tool, arguments);
  const auto faults = entry->input().faults(arguments, Schema::Unknown::kIgnored);
  if (!faults.empty()) throw argument_error(tool, faults, arguments);
  co_return arguments;
}

Task<void> Registry::check(std::string name, Value arguments) const {
  Task<Value> checking = strict(known(name), std::move(arguments));
  co_await std::move(checking);
}

// Returns the result of a failed call; also logs defects of ours.
Task<Value> Registry::failed(std::shared_ptr<const Entry> entry, Error error) {
  const Tool& tool = entry->tool;
  if (error.code == "INTERNAL_ERROR") log_defect(tool.name, error);
  if (!tool.failure) co_return error_result(error);
  try {
    Task<Value> presenting = tool.failure(presentable(error));
    Value given = co_await std::move(presenting);
    if (!given.absent()) co_return tool_result(std::move(given), nullptr, tool.pictures);
  } catch (const Error& defect) {
    log_defect(tool.name, defect);
  }
  co_return error_result(error);
}

Task<Value> Registry::call(std::string name, Value arguments, CallContext& context) const {
  CallLine line(shortened(name), context);
  if (!contains(name)) line.code = "INVALID_ARGUMENT";
  const std::shared_ptr<const Entry> entry = known(name);
  const Tool& tool = entry->tool;
  line.asked(arguments, tool.logged);
  const UnknownArguments unknown = unknown_arguments(tool, arguments);
  Task<Value> checking = strict(entry, std::move(arguments));
  Value result;
  std::optional<Error> failure;
  try {
    arguments = co_await std::move(checking);
    const std::string ignored = ignored_text(tool, unknown, arguments);
    Task<Value> work = tool.run(std::move(arguments), context);
    Value given = co_await std::move(work);
    result = tool_result(std::move(given), entry->output(), tool.pictures);
    if (!ignored.empty()) add_text(result, ignored);
  } catch (const Cancelled&) {
    if (context.cancelled()) throw;
    failure.emplace("CANCELLED", name + " was cancelled from within");
  } catch (const Error& error) {
    failure = error;
  } catch (const std::exception& error) {
    failure.emplace("INTERNAL_ERROR", name + " failed: " + error.what());
  }
  if (failure) {
    Task<Value> presenting = failed(entry, *std::move(failure));
    result = co_await std::move(presenting);
  }
  line.outcome_of(result);
  co_return result;
}

}  // namespace runtime::mcp
