#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "native/desktop/elements/element_roles.hpp"
#include "native/desktop/elements/element_states.hpp"
#include "native/lua/bridge/element_records.hpp"
#include "native/lua/bridge/element_wait.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr std::size_t kMaxCandidates = 20;

std::vector<std::int64_t> numbers(const Value& list) {
  std::vector<std::int64_t> result;
  if (!list.list()) return result;
  for (const Value& each : *list.list())
    if (const auto* number = each.as<std::int64_t>()) result.push_back(*number);
  return result;
}

// The windows whose elements are wanted, as our scripts name them.
ElementsOf target_of(const Args& args) {
  ElementsOf target{args.integer(1)};
  for (const std::int64_t id : numbers(args.options(2)["windows"]))
    target.windows.push_back(static_cast<std::uint64_t>(id));
  return target;
}

int bounded(std::int64_t number, int most) {
  return static_cast<int>(std::clamp<std::int64_t>(number, 1, most));
}

ElementLimits limits_of(const Options& options) {
  // Making Lua tables of more would hold up the loop.
  constexpr int kMaxDepth = 200, kMaxElements = 4000;
  ElementLimits limits;
  limits.depth = bounded(options.integer("depth", limits.depth), kMaxDepth);
  limits.nodes = bounded(options.integer("max_elements", limits.nodes), kMaxElements);
  return limits;
}

Task<Results> tree(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const ElementsOf target = target_of(args);
  const ElementLimits limits = limits_of(options);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&, Elements&)> work = [=](Desktop& desktop, Elements& elements) {
    return to_value(gate->elements(desktop, elements, caller, target, limits, deadline));
  };
  Task<Value> running = host.on_elements<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

// Raises for a role that no element can have, because it would never be found.
void check_role(const std::string& role) {
  if (role.empty() || is_element_role(role)) return;
  const std::string near = roles_near(role);
  throw runtime::Error("INVALID_ARGUMENT", "there is no role '" + role + "'",
                       near.empty()
                           ? "Roles are AT-SPI's, such as \"button\", \"check box\", \"text\"."
                           : "Near roles: " + near + ".");
}

ElementWish wish_of(const Options& options) {
  ElementWish wish{options.string("path", ""), options.string("role", ""),
                   options.string("name", ""), options.string("state", "")};
  if (options.has("value")) wish.value = options.string("value", "");
  check_role(wish.role);
  if (!wish.state.empty() && !is_element_state(wish.state))
    throw runtime::Error("INVALID_ARGUMENT", "there is no state '" + wish.state + "'",
                         "States are AT-SPI's, such as \"focused\", \"checked\", \"sensitive\".");
  return wish;
}

Task<Results> find(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const ElementsOf target = target_of(args);
  const ElementLimits limits = limits_of(options);
  const ElementWish wish = wish_of(options);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Results(Desktop&, Elements&)> work = [=](Desktop& desktop, Elements& elements) {
    const ElementTree tree = gate->elements(desktop, elements, caller, target, limits, deadline);
    const std::vector<std::size_t> places = find_wish(tree, wish);
    std::vector<Element> found;
    for (std::size_t i = 0; i < std::min(places.size(), kMaxCandidates); ++i)
      found.push_back(tree.elements[places[i]]);
    if (found.size() == 1) {
      const std::string path = found.front().path;
      found.front() = gate->element_again(desktop, elements, caller, found.front().id, deadline);
      found.front().path = path;
    }
    std::vector<Value> results;
    results.push_back(to_list(found));
    results.push_back(Value(static_cast<std::int64_t>(places.size())));
    results.push_back(Value(!tree.left_out.empty()));
    return Results(std::move(results));
  };
  Task<Results> running = host.on_elements<Results>(std::move(work), deadline);
  Results results = co_await std::move(running);
  co_return results;
}

ElementId id_of(const Args& args) {
  const std::optional<ElementId> id = parse_id(args.string(1));
  if (!id)
    throw runtime::Error("INVALID_ARGUMENT", "the id is not that of an element",
                         "Ids are those that ui.tree and ui.find give.");
  return *id;
}

Task<Results> again(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const ElementId id = id_of(args);
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&, Elements&)> work = [=](Desktop& desktop, Elements& elements) {
    return to_value(gate->element_again(desktop, elements, caller, id, deadline));
  };
  Task<Value> running = host.on_elements<Value>(std::move(work), deadline);
  Value element = co_await std::move(running);
  co_return element;
}

ElementAct::Kind kind_of(const std::string& name) {
  using Kind = ElementAct::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 5> kKinds = {
      {{"press", Kind::kPress},
       {"focus", Kind::kFocus},
       {"scroll_to", Kind::kScrollTo},
       {"select", Kind::kSelect},
       {"set_value", Kind::kSetValue}}};
  for (const auto& [each, kind] : kKinds)
    if (each == name) return kind;
  throw runtime::Error("INVALID_ARGUMENT", "there is no act '" + name + "'");
}

ElementAct act_of(const Options& options) {
  ElementAct act;
  act.kind = kind_of(options.string("kind", ""));
  act.adds = options.boolean("add", false);
  const Value& value = options["value"];
  if (const auto* text = value.as<std::string>()) act.value = *text;
  if (const auto* number = value.as<double>()) act.value = *number;
  if (const auto* number = value.as<std::int64_t>()) act.value = static_cast<double>(*number);
  return act;
}

Task<Results> act(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const ElementId id = id_of(args);
  const Options options = args.options(2);
  const ElementAct what = act_of(options);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  Task<ElementActed> running = host.on_element_act(args.call(), id, what, deadline);
  ElementActed acted = co_await std::move(running);
  std::vector<Value> results;
  results.push_back(acted.element ? to_value(*acted.element) : Value());
  results.push_back(Value(acted.action));
  results.push_back(Value(acted.answered));
  co_return Results(std::move(results));
}

Task<Results> wait(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const ElementWait wait{target_of(args), wish_of(options), options.boolean("gone", false)};
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&, Elements&, const std::function<void()>&)> work =
      [=](Desktop& desktop, Elements& elements, const std::function<void()>& check) {
        return to_list(wait_for_element({*gate, desktop, elements, caller, deadline, check}, wait));
      };
  Task<Value> running = host.on_element_waits<Value>(std::move(work), deadline);
  Value found = co_await std::move(running);
  co_return found;
}

Task<Results> support(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(1);
  const std::vector<std::int64_t> processes = numbers(options["processes"]);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<Results(Desktop&, Elements&)> work = [=](Desktop&, Elements& elements) {
    std::vector<Value> results;
    const Capability capability = elements.capability(deadline);
    results.push_back(to_value(capability));
    results.push_back(capability.available ? to_list(elements.support(processes, deadline))
                                           : Value(Value::List()));
    return Results(std::move(results));
  };
  Task<Results> running = host.on_elements<Results>(std::move(work), deadline);
  Results results = co_await std::move(running);
  co_return results;
}

constexpr Parameter kDepth{"depth", "integer", "How deep, from 1 for windows alone. Default 100."};
constexpr Parameter kMaxElements{"max_elements", "integer",
                                 "How many at most, up to 4000. Default 2000."};

constexpr Parameter kPid{"pid", "integer", "The process; 0 where windows are given."};
constexpr Parameter kWindows{"windows", "integer[]", "Only of these, which are of one process."};

constexpr Function kElements[] = {
    {.call = "elements.tree",
     .text = "As ui.tree.",
     .parameters = {kPid},
     .options = {kWindows, kDepth, kMaxElements, kTimeout},
     .results = {{"element_tree"}},
     .errors = {"WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = tree},
    {.call = "elements.find",
     .text = "Those that fit, at most 20, how many fit, and whether something was left out.",
     .parameters = {kPid},
     .options = {kWindows,
                 {"path", "string", "As for ui.find."},
                 {"role", "string", "As for ui.find."},
                 {"name", "string", "As for ui.find."},
                 kDepth,
                 kMaxElements,
                 kTimeout},
     .results = {{"element[]"}, {"integer"}, {"boolean"}},
     .errors = {"WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = find},
    {.call = "elements.again",
     .text = "As ui.read.",
     .parameters = {{"id", "string", "Of an element."}},
     .options = {kTimeout},
     .results = {{"element"}},
     .errors = {"ELEMENT_STALE", "TIMEOUT"},
     .work = again},
    {.call = "elements.wait",
     .text = "Waits until some fit, at most 20, or with gone until none does.",
     .parameters = {kPid},
     .options = {kWindows,
                 {"path", "string", "As for ui.find."},
                 {"role", "string", "As for ui.find."},
                 {"name", "string", "As for ui.find."},
                 {"state", "string", "As for ui.wait."},
                 {"value", "string", "As for ui.wait."},
                 {"gone", "boolean", "As for ui.wait."},
                 kTimeout},
     .results = {{"element[]"}},
     .errors = {"WINDOW_NOT_FOUND", "TIMEOUT"},
     .work = wait},
    {.call = "elements.act",
     .text = "Acts on an element. Gives it as it is then, the program's name of the action, and "
             "whether the program had answered.",
     .parameters = {{"id", "string", "Of an element."}},
     .options = {{"kind", "\"press\"|\"focus\"|\"scroll_to\"|\"select\"|\"set_value\"",
                  "What to do.", Parameter::kNeeded},
                 {"add", "boolean", "As for ui.select."},
                 {"value", "string|number", "As for ui.set_value."},
                 kTimeout},
     .results = {{"element?"}, {"string"}, {"boolean"}},
     .errors = {"ELEMENT_STALE", "EFFECT_NOT_SEEN", "INTERRUPTED", "TIMEOUT"},
     .work = act},
    {.call = "elements.support",
     .text = "Whether elements can be read, and which processes offer some.",
     .options = {{"processes", "integer[]", "Their numbers."}, kTimeout},
     .results = {{"capability"}, {"element_support[]"}},
     .errors = {"TIMEOUT"},
     .work = support},
};

}  // namespace

Module elements_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "elements", .functions = kElements, .self = std::move(host)};
}

}  // namespace native
