#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "native/policy/built_in_exclusions.hpp"
#include "native/policy/effective_rules.hpp"
#include "runtime/core/value/plain_text.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

struct PolicyModule {
  std::shared_ptr<DesktopService> host;
  std::shared_ptr<PolicyStore> store;
};

Value texts(const std::vector<std::string>& list) {
  Value::List items;
  for (const std::string& each : list) items.emplace_back(each);
  return Value(std::move(items));
}

Value to_value(const WindowRule& rule) {
  return Value().set("rule", describe(rule)).set("source", rule.source);
}

Value to_value(const LevelRule& rule) {
  return Value()
      .set("application", rule.rule.application)
      .set("level", name_of(rule.level))
      .set("source", rule.rule.source);
}

Value to_value(const Error& error) {
  Value value;
  value.set("code", error.code).set("message", error.message).set("hint", error.hint);
  Value details;
  for (const auto& [name, fact] : error.details)
    std::visit([&](const auto& each) { details.set(name, each); }, fact);
  value.set("details", std::move(details));
  return value;
}

Value to_value(const PathRules& paths) {
  Value value;
  value.set("bound", paths.bound);
  value.set("allowed", texts(paths.allowed)).set("restricted", texts(paths.restricted));
  value.set("without_hidden", texts(paths.without_hidden));
  return value;
}

Value to_value(const CallerRules& rules) {
  Value windows = Value::List{};
  std::int64_t built_in = 0;
  for (const WindowRule& rule : rules.windows->rules()) {
    if (rule.source == kBuiltIn)
      ++built_in;
    else if (rule.source != kBuiltInForLock)
      windows.push(to_value(rule));
  }
  Value levels = Value::List{};
  for (const LevelRule& rule : rules.windows->levels().rules()) levels.push(to_value(rule));
  Value value;
  value.set("levels", std::move(levels)).set("own_windows_denied", rules.own_windows_denied);
  if (rules.confirmed_from)
    value.set("confirmed_from", std::string(name_of(*rules.confirmed_from)));
  value.set("paths", to_value(rules.paths));
  value.set("captures_per_minute", rules.captures_per_minute).set("audited", rules.audited);
  value.set("denied_when_locked", rules.denied_when_locked);
  value.set("always_masked", rules.always_masked);
  std::vector<std::string> kinds;
  for (const PiiKind kind : rules.masked_kinds) kinds.emplace_back(name_of(kind));
  value.set("masked_kinds", texts(kinds));
  value.set("custom_patterns", texts(rules.custom_patterns));
  value.set("windows", std::move(windows)).set("built_in_exclusions", built_in > 0);
  Value sources = Value::Record{};
  for (const RuleSource& each : rules.sources) {
    const std::string* const before = sources[each.key].string();
    sources.set(each.key, before ? *before + ", " + each.file : each.file);
  }
  value.set("sources", std::move(sources));
  if (rules.refusal) value.set("refusal", to_value(*rules.refusal));
  return value;
}

const char* key_of(Caller::Kind kind) {
  return kind == Caller::Kind::kCommandLine ? "command_line" : name_of(kind);
}

// Waits while a changed policy is read.
Task<std::shared_ptr<const Rules>> rules_of(std::shared_ptr<DesktopService> host) {
  std::function<std::shared_ptr<const Rules>()> work = [gate = host->gate()] {
    return gate->rules();
  };
  auto reading = host->on_cpu<std::shared_ptr<const Rules>>(std::move(work));
  auto rules = co_await std::move(reading);
  co_return rules;
}

Task<Results> policy_status(Args args) {
  const PolicyModule& self = args.self<PolicyModule>();
  auto reading = rules_of(self.host);
  const auto rules = co_await std::move(reading);
  Value callers;
  for (std::size_t i = 0; i < rules->callers.size(); ++i)
    callers.set(key_of(static_cast<Caller::Kind>(i)), to_value(rules->callers[i]));
  const PolicyPlaces& places = self.store->places();
  Value value;
  value.set("system_file", places.system).set("user_file", places.user);
  value.set("files", texts(rules->files)).set("strict", rules->strict);
  value.set("blocks_windows", rules->blocks_windows);
  value.set("generation", static_cast<std::int64_t>(rules->generation));
  value.set("callers", std::move(callers));
  co_return value;
}

Results generation(const Args& args) {
  return Value(static_cast<std::int64_t>(args.self<PolicyModule>().store->generation()));
}

Task<Results> masks_always(Args args) {
  const Caller caller = DesktopService::caller(args.call());
  auto reading = rules_of(args.self<PolicyModule>().host);
  const auto rules = co_await std::move(reading);
  co_return Value(rules->of(caller.kind).always_masked);
}

Task<Results> blocks_windows(Args args) {
  auto reading = rules_of(args.self<PolicyModule>().host);
  const auto rules = co_await std::move(reading);
  co_return Value(rules->blocks_windows);
}

Results validate(const Args& args) {
  const PolicyModule& self = args.self<PolicyModule>();
  const Surroundings& around = self.store->places().around;
  const std::string path = args.string(1);
  try {
    const PolicyPlaces& places = self.store->places();
    const bool found = path == places.system || path == places.user;
    const auto file = PolicyStore::read(path, around.home, found);
    if (!file) return Value("there is no such file");
    effective_rules(std::nullopt, file, around, 0);
    return Value();
  } catch (const Error& error) {
    rethrow(error);
  }
}

Caller::Kind kind_of(const Args& args, const std::string& name) {
  for (int i = 0; i < 5; ++i)
    if (name == key_of(static_cast<Caller::Kind>(i))) return static_cast<Caller::Kind>(i);
  args.wrong(1, "\"mcp\", \"guest\", \"script\", \"command_line\" or \"daemon\"");
}

Task<Results> excluded(Args args) {
  DesktopService& host = *args.self<PolicyModule>().host;
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const Caller::Kind kind = kind_of(args, args.string(1));
  const Deadline deadline = host.deadline(args.call(), 0);
  const std::shared_ptr<Gate> gate = host.gate();
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    Value list = Value::List{};
    for (const ExcludedWindow& each : gate->excluded_windows(desktop, kind, deadline)) {
      Value row;
      row.set("id", static_cast<std::int64_t>(each.window.id)).set("pid", each.window.pid);
      row.set("app_class", runtime::plain_line(each.window.app_class));
      row.set("frame", to_value(each.window.frame)).set("on_screen", each.window.on_screen);
      row.set("rule", each.rule).set("source", each.source);
      list.push(std::move(row));
    }
    return list;
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value list = co_await std::move(running);
  co_return list;
}

Task<Results> level(Args args) {
  DesktopService& host = *args.self<PolicyModule>().host;
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const Caller::Kind kind = kind_of(args, args.string(1));
  const auto window = static_cast<std::uint64_t>(args.integer(2));
  const Deadline deadline = host.deadline(args.call(), 0);
  const std::shared_ptr<Gate> gate = host.gate();
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    const auto rule = gate->level_of(desktop, kind, window, deadline);
    return rule ? to_value(*rule) : Value().set("level", name_of(Level::kFull));
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value found = co_await std::move(running);
  co_return found;
}

Results explain(const Args& args) {
  const auto rules = args.self<PolicyModule>().host->gate()->rules();
  const Options options = args.options(1);
  const std::string texts[] = {options.string("title", ""), options.string("class", ""),
                               options.string("instance", ""), options.string("application", ""),
                               options.string("executable", "")};
  const WindowFacts facts{texts[0], texts[1], texts[2], texts[3], texts[4]};
  Value found;
  for (std::size_t i = 0; i < rules->callers.size(); ++i) {
    const WindowRule* const rule = rules->callers[i].windows->find(facts);
    if (rule != nullptr) found.set(key_of(static_cast<Caller::Kind>(i)), to_value(*rule));
  }
  return found;
}

constexpr Function kPolicy[] = {
    {.call = "policy.status",
     .text = "The policy in effect: its files, and the rules for each kind of caller.",
     .results = {{"table"}},
     .work = policy_status},
    {.call = "policy.generation",
     .text = "A number that changes when the policy does.",
     .results = {{"integer"}},
     .work = generation},
    {.call = "policy.masks_always",
     .text = "Whether the policy has all pictures masked that the caller gets.",
     .results = {{"boolean"}},
     .work = masks_always},
    {.call = "policy.blocks_windows",
     .text = "Whether a policy file excludes windows, besides the built-in ones.",
     .results = {{"boolean"}},
     .work = blocks_windows},
    {.call = "policy.validate",
     .text = "Raises what is wrong with a policy file; nil when nothing is, a text without a file.",
     .parameters = {{"path", "string", "The file."}},
     .results = {{"string?"}},
     .errors = {"POLICY_DENIED"},
     .work = validate},
    {.call = "policy.excluded",
     .text = "The windows that are excluded for a kind of caller: {id, pid, app_class, frame, "
             "on_screen, rule, source}. rule is \"\" for what belongs to another window.",
     .parameters = {{"caller", "string", "As in a policy file."}},
     .results = {{"table[]"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = excluded},
    {.call = "policy.level",
     .text = "What a kind of caller may do with a window: {level, application?, source?}. level is "
             "\"none\", \"view\", \"click\" or \"full\".",
     .parameters = {{"caller", "string", "As in a policy file."}, {"window", "integer", "Its id."}},
     .results = {{"table"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT", "WINDOW_NOT_FOUND"},
     .work = level},
    {.call = "policy.explain",
     .text = "The rule that excludes a window, by kind of caller; nil for callers that may see it.",
     .options = {{"title", "string", "Its title."},
                 {"class", "string", "WM_CLASS, class part."},
                 {"instance", "string", "WM_CLASS, instance part."},
                 {"application", "string", "Name of the application."},
                 {"executable", "string", "Name of the program."}},
     .results = {{"table?"}},
     .work = explain},
};

}  // namespace

Module policy_module(std::shared_ptr<DesktopService> host, std::shared_ptr<PolicyStore> store) {
  auto self = std::make_shared<PolicyModule>();
  self->host = std::move(host);
  self->store = std::move(store);
  return Module{.name = "policy", .functions = kPolicy, .self = std::move(self)};
}

}  // namespace native
