#include "runtime/mcp/lua/lua_registry.hpp"

#include "runtime/core/value/error.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/mcp/lua/lua_call.hpp"

namespace runtime::mcp {

namespace {

// State shared by the module's functions.
struct Shared {
  Catalog& catalog;
  TtlResources& resources;
  State& state;
};

using Handler = std::shared_ptr<Callback>;

std::vector<Value> values(Value first, Value second = Value()) {
  std::vector<Value> all;
  all.push_back(std::move(first));
  if (!second.is_nil()) all.push_back(std::move(second));
  return all;
}

Source source_of(const Value& row) {
  const auto* order = row["order"].as<std::int64_t>();
  return Source{order ? *order : 0, text_of(row["file"])};
}

Tool tool_of(State* state, const Value& row) {
  const Options declared(
      "registry.add", row,
      {"source", "name", "title", "description", "input_schema", "output_schema", "annotations",
       "meta", "pictures", "schemas_tested", "unchecked", "logged", "normalise", "run", "failure"});
  Tool tool;
  tool.source = source_of(declared["source"]);
  tool.name = text_of(declared["name"]);
  tool.title = text_of(declared["title"]);
  tool.description = text_of(declared["description"]);
  tool.input_schema = declared["input_schema"];
  tool.output_schema = declared["output_schema"];
  tool.annotations = declared["annotations"];
  tool.meta = declared["meta"];
  tool.pictures = declared["pictures"] == Value(true);
  tool.schemas_tested = declared["schemas_tested"] == Value(true);
  if (const Value::List* words = declared["unchecked"].list())
    for (const Value& word : *words) tool.unchecked.push_back(text_of(word));
  if (const Value::List* names = declared["logged"].list())
    for (const Value& name : *names) tool.logged.push_back(text_of(name));
  if (const auto* function = declared["run"].as<Handler>())
    tool.run = [state, run = *function, name = tool.name](Value arguments, CallContext& context) {
      return call_handler(state, run, name, values(std::move(arguments)), &context);
    };
  if (const auto* function = declared["normalise"].as<Handler>())
    tool.normalise = [state, run = *function](Value arguments) {
      return call_plain(state, run, values(std::move(arguments)));
    };
  if (const auto* function = declared["failure"].as<Handler>())
    tool.failure = [state, run = *function](Value error) {
      return call_plain(state, run, values(std::move(error)));
    };
  return tool;
}

Resource described(const Options& declared) {
  Resource resource;
  resource.source = source_of(declared["source"]);
  resource.uri = text_of(declared["uri"]);
  resource.name = text_of(declared["name"]);
  resource.title = text_of(declared["title"]);
  resource.description = text_of(declared["description"]);
  resource.annotations = declared["annotations"];
  return resource;
}

void add_resource_of(Shared& shared, const Value& row) {
  const Options declared("registry.add_resource", row,
                         {"source", "uri", "template", "name", "title", "description", "media_type",
                          "size", "annotations", "subscribe", "complete", "read"});
  Resource resource = described(declared);
  resource.media_type = text_of(declared["media_type"]);
  resource.size = declared["size"];
  resource.subscribe = declared["subscribe"] != Value(false);
  State* state = &shared.state;
  if (const auto* function = declared["read"].as<Handler>())
    resource.read = [state, run = *function](std::string uri, Value found, CallContext& context) {
      if (found.is_nil()) found = Value::Record{};
      std::string name = uri;
      return call_handler(state, run, std::move(name), values(std::move(uri), std::move(found)),
                          &context);
    };
  if (!declared.has("template")) {
    shared.catalog.resources.add(std::move(resource));
    return;
  }
  resource.uri = text_of(declared["template"]);
  resource.complete = completers_of(state, declared["complete"]);
  shared.catalog.resources.add_template(std::move(resource));
}

PromptArgument argument_of(const Value& row) {
  PromptArgument argument;
  argument.name = text_of(row["name"]);
  argument.title = text_of(row["title"]);
  argument.description = text_of(row["description"]);
  argument.required = row["required"] == Value(true);
  return argument;
}

Prompt prompt_of(State* state, const Value& row) {
  const Options declared(
      "registry.add_prompt", row,
      {"source", "name", "title", "description", "arguments", "complete", "run"});
  Prompt prompt;
  prompt.source = source_of(declared["source"]);
  prompt.name = text_of(declared["name"]);
  prompt.title = text_of(declared["title"]);
  prompt.description = text_of(declared["description"]);
  if (const Value::List* rows = declared["arguments"].list())
    for (const Value& each : *rows) prompt.arguments.push_back(argument_of(each));
  prompt.complete = completers_of(state, declared["complete"]);
  if (const auto* function = declared["run"].as<Handler>())
    prompt.run = [state, run = *function, name = prompt.name](Value given, CallContext& context) {
      return call_handler(state, run, name, values(std::move(given)), &context);
    };
  return prompt;
}

void declare(Shared& shared, const std::string& kind, const Value& row) {
  if (kind == "tool")
    shared.catalog.tools.add(tool_of(&shared.state, row));
  else if (kind == "resource")
    add_resource_of(shared, row);
  else if (kind == "prompt")
    shared.catalog.prompts.add(prompt_of(&shared.state, row));
  else
    throw Error("INVALID_ARGUMENT", "\"" + kind + "\" is not \"tool\", \"resource\" or \"prompt\"");
}

// A call made by one of the program's own scripts, on no client's behalf.
Task<Results> call(Args args) {
  Shared& shared = args.self<Shared>();
  const Context around = co_await current_context();
  const auto& origin = args.call().origin;
  CallContext context(origin ? origin->caller : Caller(), nullptr, *around.cancel);
  context.set_nested();
  Task<Value> work = shared.catalog.tools.call(args.string(1), args[2], context);
  Value result = co_await std::move(work);
  co_return result;
}

Task<Results> check(Args args) {
  Task<void> work = args.self<Shared>().catalog.tools.check(args.string(1), args[2]);
  co_await std::move(work);
  co_return Results();
}

Results add(const Args& args) {
  declare(args.self<Shared>(), args.string(1), args[2]);
  return Results();
}

Results replace(const Args& args) {
  Shared& shared = args.self<Shared>();
  const Value::List rows = args.list(2);
  shared.catalog.redeclare(source_of(args[1]), [&] {
    for (const Value& row : rows) declare(shared, text_of(row["kind"]), row["declared"]);
  });
  return Results();
}

Results withhold(const Args& args) {
  args.self<Shared>().catalog.tools.withhold(args.string(1), args.string(2));
  return Results();
}

Results remove(const Args& args) {
  Catalog& catalog = args.self<Shared>().catalog;
  const std::string kind = args.string(1);
  const std::string name = args.string(2);
  if (kind == "tool") return Value(catalog.tools.remove(name));
  if (kind == "prompt") return Value(catalog.prompts.remove(name));
  if (kind == "resource") return Value(catalog.resources.remove(name));
  args.wrong(1, "\"tool\", \"prompt\" or \"resource\"");
}

Results changed(const Args& args) {
  ChangeNotifier& changes = args.self<Shared>().catalog.changes;
  const std::string kind = args.string(1);
  if (kind == "tools")
    changes.announce({Change::What::kTools, {}});
  else if (kind == "prompts")
    changes.announce({Change::What::kPrompts, {}});
  else if (kind == "resources")
    changes.announce({Change::What::kResources, {}});
  else
    args.wrong(1, "\"tools\", \"prompts\" or \"resources\"");
  return Results();
}

Results updated(const Args& args) {
  args.self<Shared>().catalog.changes.announce({Change::What::kResource, args.string(1)});
  return Results();
}

Results is_open(const Args& args) {
  return Value(args.self<Shared>().catalog.owners.is_open(args.integer(1)));
}

// Returns bytes as they were given: a blob, or a text.
BlobRef bytes_of(const Args& args) {
  const std::string* text = args[1].string();
  if (!text) return args.blob(1);
  return std::make_shared<const Blob>(std::vector<std::uint8_t>(text->begin(), text->end()),
                                      "text/plain");
}

Results keep(const Args& args) {
  const Options declared = args.options(2);
  Resource resource = described(declared);
  resource.owner = declared.integer("session", kNobody);
  std::string uri = args.self<Shared>().resources.keep(bytes_of(args), std::move(resource));
  return uri.empty() ? Value() : Value(std::move(uri));
}

constexpr Parameter kUri{"uri", "string", "Such as \"notes://all\"."};

constexpr Function kRegistry[] = {
    {.call = "registry.add",
     .text = "Declares a \"tool\", \"resource\" (or template) or \"prompt\" to the MCP server; "
             "`tool.register`, `resource.register` and `prompt.register` are the friendly forms.",
     .parameters = {{"kind", "string", "Of what is declared."},
                    {"declared", "table", "As clients see it, and its functions."}},
     .work = add},
    {.call = "registry.replace",
     .text = "Puts all that a file declares in the place of all that it declared before; when "
             "something is wrong with it, everything stays as it was.",
     .parameters = {{"of", "table", "{order, file}."},
                    {"declared", "table[]", "Rows {kind, declared}."}},
     .work = replace},
    {.call = "registry.withhold",
     .text = "Keeps a remedy for calls of a tool that is not there.",
     .parameters = {{"name", "string", "As it was declared."}, {"remedy", "string", "What helps."}},
     .work = withhold},
    {.call = "registry.remove",
     .text = "Takes back a \"tool\", \"prompt\" or \"resource\" (by its uri); false when there is "
             "none.",
     .parameters = {{"kind", "string", "Of what is declared."},
                    {"name", "string", "As it was declared."}},
     .results = {{"boolean"}},
     .work = remove},
    {.call = "registry.check",
     .text = "Raises INVALID_ARGUMENT when there is no such tool, or when it would not take these "
             "arguments.",
     .parameters = {{"tool", "string", "Its name."}, {"arguments", "table", "By name."}},
     .errors = {"INVALID_ARGUMENT"},
     .work = check},
    {.call = "registry.call",
     .text = "Calls a tool as a client does: {content, structuredContent?, isError?, _meta?}. What "
             "fails is in the result.",
     .parameters = {{"tool", "string", "Its name."}, {"arguments", "table", "By name."}},
     .results = {{"result"}},
     .work = call},
    {.call = "registry.changed",
     .text =
         "Notifies clients that the list of \"tools\", \"prompts\" or \"resources\" has changed.",
     .parameters = {{"kind", "string", "Of what is declared."}},
     .work = changed},
    {.call = "registry.updated",
     .text = "Notifies clients that a resource has new content.",
     .parameters = {kUri},
     .work = updated},
    {.call = "registry.keep",
     .text = "Offers bytes as a resource for ten minutes, under a URI that begins with `uri` and "
             "cannot be guessed; at most 8 and 16 MB of a session, the oldest go first. They are "
             "that session's alone (`call.session`) and go with it; without one they are for those "
             "who know the URI. Nil when they are too many bytes, or the session is over.",
     .parameters = {{"bytes", "blob|string",
                     "A text, or bytes such as of `fs.read` or `image:encode`."}},
     .options = {kUri,
                 {"name", "string", "What clients show."},
                 {"title", "string", "A name for people."},
                 {"description", "string", "What it is, for the model."},
                 {"annotations", "table", "MCP's annotations."},
                 {"session", "integer", "As in `call.session`."}},
     .results = {{"string?", "uri"}},
     .work = keep},
    {.call = "registry.is_open",
     .text = "Whether a session (`call.session`) is not over.",
     .parameters = {{"session", "integer", "As in `call.session`."}},
     .results = {{"boolean"}},
     .work = is_open},
};

}  // namespace

Module registry_module(Catalog& catalog, TtlResources& resources, State& state) {
  return Module{.name = "registry",
                .functions = kRegistry,
                .self = std::make_shared<Shared>(Shared{catalog, resources, state}),
                .methods = call_methods()};
}

}  // namespace runtime::mcp
