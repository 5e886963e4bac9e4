#include "runtime/mcp/lua_registry.hpp"

#include "runtime/lua/call.hpp"

namespace runtime::mcp {

namespace {

// What the module's functions share.
struct Tools {
  Registry& registry;
  State& state;
};

Results progress(const Args& args);
Results log_line(const Args& args);

constexpr Function kMethods[] = {
    {"progress", "call:progress(done, total?, message?)",
     "Tells the client how far the work is; nothing when it did not ask.", progress},
    {"log", "call:log(level, message)", "Sends a log line (\"debug\", \"info\", \"warning\", \"error\") to the client.",
     log_line},
};

// A script's hold on its call. Outlives it when a script keeps it; then it does nothing.
class ToolCall : public Object {
 public:
  static constexpr const char* kTypeName = "a call";
  explicit ToolCall(CallContext& context) : context_(&context) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"call", kMethods};
    return kType;
  }
  Value field(std::string_view name) const override {
    if (name == "cancelled") return Value(!context_ || context_->cancelled());
    if (name == "caller" && context_) return Value(context_->caller());
    if (name != "client" || !context_) return Value();
    const ClientInfo& client = context_->client();
    Value value;
    value.set("name", client.name).set("version", client.version).set("capabilities", client.capabilities);
    return value;
  }
  CallContext* context() const { return context_; }
  void end() { context_ = nullptr; }

 private:
  CallContext* context_;
};

Results progress(const Args& args) {
  CallContext* context = args.object<ToolCall>(1)->context();
  const std::optional<double> total = args.has(3) ? std::optional<double>(args.number(3)) : std::nullopt;
  if (context) context->progress(args.number(2), total, args.has(4) ? args.string(4) : "");
  return Results();
}

Results log_line(const Args& args) {
  CallContext* context = args.object<ToolCall>(1)->context();
  const std::optional<LogLevel> level = parse_log_level(args.string(2));
  if (!level) args.wrong(2, "a log level such as \"info\" or \"warning\"");
  if (context) context->log(*level, args.string(3));
  return Results();
}

Task<Value> run_tool(State* state, std::shared_ptr<Callback> function, std::string name, Value arguments,
                     CallContext* context) {
  const auto call = std::make_shared<ToolCall>(*context);
  struct End {
    ToolCall& call;
    ~End() { call.end(); }
  } const end{*call};
  const auto asker = context->caller() == "mcp" ? Companion::Asker::kTool : Companion::Asker::kCommandLine;
  std::vector<Value> values;
  values.push_back(std::move(arguments));
  values.emplace_back(std::shared_ptr<Object>(call));
  const auto companion = std::make_shared<Companion>(asker, std::move(name));
  const Results results = co_await state->call(function, std::move(values), companion);
  co_return results.values.empty() ? Value() : results.values[0];
}

Task<Value> run_normalise(State* state, std::shared_ptr<Callback> function, Value arguments) {
  std::vector<Value> values;
  values.push_back(std::move(arguments));
  const Results results = co_await state->call(function, std::move(values));
  co_return results.values.empty() ? Value() : results.values[0];
}

std::string text(const Value& value) { return value.string() ? *value.string() : std::string(); }

Results add(const Args& args) {
  Tools& tools = args.self<Tools>();
  const Options declared = args.options(1, {"name", "title", "description", "input_schema", "output_schema",
                                            "annotations", "unchecked", "normalise", "run"});
  Tool tool;
  tool.name = text(declared["name"]);
  tool.title = text(declared["title"]);
  tool.description = text(declared["description"]);
  tool.input_schema = declared["input_schema"];
  tool.output_schema = declared["output_schema"];
  tool.annotations = declared["annotations"];
  if (const Value::List* words = declared["unchecked"].list())
    for (const Value& word : *words) tool.unchecked.push_back(text(word));
  State* state = &tools.state;
  if (const auto* function = declared["run"].as<std::shared_ptr<Callback>>())
    tool.run = [state, run = *function, name = tool.name](Value arguments, CallContext& context) {
      return run_tool(state, run, name, std::move(arguments), &context);
    };
  if (const auto* function = declared["normalise"].as<std::shared_ptr<Callback>>())
    tool.normalise = [state, run = *function](Value arguments) {
      return run_normalise(state, run, std::move(arguments));
    };
  tools.registry.add(std::move(tool));
  return Results();
}

constexpr Function kRegistry[] = {
    {"add", "registry.add(tool)", "Declares a tool to the MCP server; `tool.register` is the friendly form.", add},
};

}  // namespace

Module registry_module(Registry& registry, State& state) {
  return Module{"registry", kRegistry, std::make_shared<Tools>(Tools{registry, state}), Value()};
}

}  // namespace runtime::mcp
