#include "runtime/mcp/lua/lua_call.hpp"

#include "runtime/lua/bridge/call.hpp"
#include "runtime/mcp/dialect/question.hpp"

namespace runtime::mcp {

namespace {

Results progress(const Args& args);
Results log_line(const Args& args);
Results require(const Args& args);
Task<Results> ask(Args args);

constexpr Function kMethods[] = {
    {.call = "call:progress",
     .text = "Reports to the client how far the work is, if it asked for that.",
     .parameters = {{"done", "number", "Rising."},
                    {"total", "number", "What `done` will be in the end.", Parameter::kOptional},
                    {"message", "string", "What is being done.", Parameter::kOptional}},
     .work = progress},
    {.call = "call:log",
     .text = "Sends the client a line: \"debug\", \"info\", \"notice\", \"warning\", \"error\" …",
     .parameters = {{"level",
                     "\"debug\"|\"info\"|\"notice\"|\"warning\"|\"error\"|\"critical\"|\"alert\"|"
                     "\"emergency\"",
                     "How grave it is."},
                    {"message", "string", "The line."}},
     .work = log_line},
    {.call = "call:ask",
     .text = "Asks the client. A question is {elicit = message, schema = JSON Schema of an "
             "object}, answered {action = \"accept\", \"decline\" or \"cancel\", content = …}; "
             "{sample = text, max_tokens = …}; or {roots = true}. Before any effect: with "
             "stateless clients the handler is run again with the answers.",
     .parameters = {{"questions", "table<string, table>", "Questions by keys of your choice."}},
     .results = {{"table<string, table>", "answers"}},
     .errors = {"UNSUPPORTED"},
     .work = ask},
    {.call = "call:require",
     .text = "Ends the request with an error when the client lacks one, such as \"sampling\".",
     .parameters = {{"capability", "string", "\"sampling\", \"elicitation\" or \"roots\"."}},
     .errors = {"UNSUPPORTED"},
     .work = require},
};

// A script's handle on its call. Does nothing once the call is over.
class HandlerCall : public Object {
 public:
  static constexpr const char* kTypeName = "a call";
  explicit HandlerCall(CallContext& context) : context_(&context) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"call", kMethods};
    return kType;
  }
  Value field(std::string_view name) const override {
    if (name == "cancelled") return Value(!context_ || context_->cancelled());
    if (name == "caller" && context_)
      return Value(context_->nested() ? "script" : name_of(context_->caller().kind));
    if (name == "session" && context_)
      return context_->session() > 0 ? Value(context_->session()) : Value();
    if (name != "client" || !context_) return Value();
    const ClientInfo& client = context_->client();
    Value value;
    value.set("name", client.name)
        .set("version", client.version)
        .set("capabilities", client.capabilities);
    return value;
  }
  CallContext* context() const { return context_; }
  void end() { context_ = nullptr; }

 private:
  CallContext* context_;
};

Results progress(const Args& args) {
  CallContext* context = args.object<HandlerCall>(1)->context();
  const std::optional<double> total =
      args.has(3) ? std::optional<double>(args.number(3)) : std::nullopt;
  if (context) context->progress(args.number(2), total, args.has(4) ? args.string(4) : "");
  return Results();
}

Results log_line(const Args& args) {
  CallContext* context = args.object<HandlerCall>(1)->context();
  const std::optional<LogLevel> level = parse_log_level(args.string(2));
  if (!level) args.wrong(2, "a log level such as \"info\" or \"warning\"");
  if (context) context->log(*level, args.string(3));
  return Results();
}

Results require(const Args& args) {
  CallContext* context = args.object<HandlerCall>(1)->context();
  Value wanted = args[2];
  if (wanted.string()) wanted = Value(Value::Record{{*wanted.string(), Value(Value::Record{})}});
  if (!wanted.record()) args.wrong(2, "a capability's name or a record");
  if (context && !context->require(wanted))
    throw Error("UNSUPPORTED",
                "client lacks a capability: " + context->lacking().record()->front().first);
  return Results();
}

Task<Results> ask(Args args) {
  CallContext* context = args.object<HandlerCall>(1)->context();
  if (!context) throw Error("UNSUPPORTED", "call has ended");
  Task<Value> asking = context->ask(read_questions(args[2]));
  Value answers = co_await std::move(asking);
  co_return Results(std::move(answers));
}

Value first_of(Results results) {
  return results.values.empty() ? Value() : std::move(results.values[0]);
}

std::vector<std::string> texts_of(const Value& value) {
  std::vector<std::string> texts;
  if (const Value::List* list = value.list())
    for (const Value& each : *list)
      if (each.string()) texts.push_back(*each.string());
  return texts;
}

Task<std::vector<std::string>> complete(State* state, std::shared_ptr<Callback> function,
                                        std::string typed, Value known) {
  std::vector<Value> arguments;
  arguments.emplace_back(std::move(typed));
  arguments.push_back(known.absent() ? Value(Value::Record{}) : std::move(known));
  Task<Value> work = call_plain(state, std::move(function), std::move(arguments));
  const Value found = co_await std::move(work);
  co_return texts_of(found);
}

}  // namespace

std::span<const Function> call_methods() { return kMethods; }

Task<Value> call_handler(State* state, std::shared_ptr<Callback> function, std::string name,
                         std::vector<Value> arguments, CallContext* context) {
  const auto call = std::make_shared<HandlerCall>(*context);
  struct End {
    HandlerCall& call;
    ~End() { call.end(); }
  } const end{*call};
  arguments.emplace_back(std::shared_ptr<Object>(call));
  const auto origin = std::make_shared<Origin>(context->caller());
  origin->caller.name = std::move(name);
  Results results = co_await state->call(function, std::move(arguments), origin);
  co_return first_of(std::move(results));
}

Task<Value> call_plain(State* state, std::shared_ptr<Callback> function,
                       std::vector<Value> arguments) {
  const auto origin = std::make_shared<Origin>(Caller::Kind::kMcp, "completion");
  Results results = co_await state->call(function, std::move(arguments), origin);
  co_return first_of(std::move(results));
}

Completers completers_of(State* state, const Value& functions) {
  Completers all;
  if (functions.absent() || (functions.list() && functions.list()->empty())) return all;
  if (!functions.record())
    throw Error("INVALID_ARGUMENT", "complete must be a record of functions");
  for (const auto& [name, value] : *functions.record()) {
    const auto* function = value.as<std::shared_ptr<Callback>>();
    if (!function) throw Error("INVALID_ARGUMENT", "complete." + name + " must be a function");
    all[name] = [state, run = *function](std::string typed, Value known) {
      return complete(state, run, std::move(typed), std::move(known));
    };
  }
  return all;
}

std::string text_of(const Value& value) { return value.string() ? *value.string() : std::string(); }

}  // namespace runtime::mcp
