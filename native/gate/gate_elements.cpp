#include <algorithm>
#include <array>

#include "native/desktop/elements/element_path.hpp"
#include "native/gate/excluded_windows.hpp"
#include "native/gate/gate.hpp"

// The part of the gate that elements pass.
namespace native {
namespace {

constexpr Operation kReading{Operation::Kind::kReadElements};

[[noreturn]] void refuse_window(std::uint64_t window) {
  throw Error("POLICY_DENIED", "window " + std::to_string(window) + " is excluded by the policy",
              "Read another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}, {"window", std::to_string(window)}});
}

[[noreturn]] void throw_no_process(std::uint64_t window) {
  throw Error("UNSUPPORTED",
              "desktop does not tell which program window " + std::to_string(window) + " is of",
              "Use its pictures, keys and the pointer.", {{"reason", "process unknown"}});
}

[[noreturn]] void throw_no_window(const ElementsOf& target) {
  const bool one = !target.windows.empty();
  throw Error("WINDOW_NOT_FOUND",
              one ? "there is no window " + std::to_string(target.windows.front())
                  : "process " + std::to_string(target.pid) + " has no window",
              "It may be closed; window.list() shows those that are there.", {{"reason", "gone"}});
}

// Removes the elements below those at `gone`, and these.
void remove(ElementTree& tree, std::vector<bool> gone) {
  ElementTree kept;
  kept.left_out = std::move(tree.left_out);
  std::vector<int> places(tree.elements.size(), -1);
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    Element& each = tree.elements[i];
    if (each.parent >= 0) {
      const auto parent = static_cast<std::size_t>(each.parent);
      gone[i] = gone[i] || gone[parent];
      each.parent = places[parent];
    }
    if (gone[i]) continue;
    places[i] = static_cast<int>(kept.elements.size());
    kept.elements.push_back(std::move(each));
  }
  tree = std::move(kept);
}

void keep_policy(const WindowRulesRef& before, const Rules& now, const Caller& caller) {
  if (now.of(caller.kind).windows == before) return;
  throw Error("POLICY_DENIED", "policy changed while elements were read", "Try again.",
              {{"reason", "policy file"}});
}

// Whose elements an element is looked for among.
ElementsOf around(const ElementId& id) {
  ElementsOf target{id.pid};
  if (id.window != 0) target.windows = {id.window};
  return target;
}

ActRecord record_of(const ElementId& id, const ElementAct& what) {
  constexpr std::array<const char*, 5> kNames = {"press element", "focus element",
                                                 "scroll to element", "select element",
                                                 "set value of element"};
  ActRecord record;
  record.name = kNames[static_cast<std::size_t>(what.kind)];
  record.window = id.window;
  if (id.window == 0) record.pid = id.pid;
  record.sets_value = what.kind == ElementAct::Kind::kSetValue;
  return record;
}

// Toolkits give no keys to what is in a window that has none.
void bring_to_front(Desktop& desktop, const ElementScope& scope, std::uint64_t window,
                    Deadline deadline) {
  for (const Window& each : scope.windows)
    if (each.id == window && !each.active) desktop.windows().activate(window, deadline);
}

}  // namespace

ElementScope Gate::element_scope(Desktop& desktop, const Caller& caller, const ElementsOf& target,
                                 const Rules& rules, Deadline deadline) {
  std::vector<Window> all = desktop.windows().windows(deadline);
  const unsigned bit = hidden_bit(caller.kind);
  mark_excluded(all, {rules.of(caller.kind).windows}, bit, names_, desktop.applications());
  remove_pop_ups(all);
  ElementScope scope;
  scope.pid = target.pid;
  scope.wanted = target.windows;
  bool found = false;
  for (const Window& each : all) {
    if (target.windows.empty() ? each.pid != target.pid : !scope.is_wanted(each.id)) continue;
    const bool hidden = (each.hidden_from & bit) != 0;
    if (hidden && target.windows.size() == 1) refuse_window(each.id);
    if (each.pid == 0) throw_no_process(each.id);
    scope.pid = each.pid;
    found = true;
  }
  if (!found) throw_no_window(target);
  bool all_wanted = true;
  for (Window& each : all) {
    if (each.pid != scope.pid) continue;
    if ((each.hidden_from & bit) != 0) scope.hidden.push_back(each.id);
    all_wanted = all_wanted && scope.is_wanted(each.id);
    scope.windows.push_back(std::move(each));
  }
  if (all_wanted) scope.wanted.clear();
  return scope;
}

// A title may have changed since the windows were listed, and then decides as well.
void Gate::leave_excluded_out(ElementTree& tree, const ElementScope& scope, Desktop& desktop,
                              const Caller& caller, const Rules& rules) {
  std::vector<bool> gone(tree.elements.size(), false);
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const Element& element = tree.elements[i];
    if (element.parent >= 0 || element.name.empty()) continue;
    const auto shown =
        std::find_if(scope.windows.begin(), scope.windows.end(),
                     [&](const Window& each) { return each.id == element.id.window; });
    std::vector<Window> alone(1);
    if (shown != scope.windows.end()) alone.front() = *shown;
    alone.front().pid = scope.pid;
    alone.front().title = element.name;
    mark_excluded(alone, {rules.of(caller.kind).windows}, hidden_bit(caller.kind), names_,
                  desktop.applications());
    gone[i] = (alone.front().hidden_from & hidden_bit(caller.kind)) != 0;
  }
  if (std::find(gone.begin(), gone.end(), true) != gone.end()) remove(tree, std::move(gone));
}

void Gate::clean(Element& element, const Caller& caller, const Rules& rules) {
  masks_.mask(element.name, rules, caller.kind);
  masks_.mask(element.description, rules, caller.kind);
  if (element.value) masks_.mask(*element.value, rules, caller.kind);
}

ElementTree Gate::elements(Desktop& desktop, Elements& elements, const Caller& caller,
                           const ElementsOf& target, const ElementLimits& limits,
                           Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  policy_->admit(caller, kReading, *rules);
  refuse_when_covered(desktop, caller, *rules, deadline);
  const ElementScope scope = element_scope(desktop, caller, target, *rules, deadline);
  ElementTree tree = elements.read(scope, limits, deadline);
  leave_excluded_out(tree, scope, desktop, caller, *rules);
  const std::shared_ptr<const Rules> now = policy_->rules();
  policy_->confirm(caller, kReading, *now);
  keep_policy(rules->of(caller.kind).windows, *now, caller);
  for (Element& element : tree.elements) clean(element, caller, *now);
  write_paths(tree);
  return tree;
}

Element Gate::element_again(Desktop& desktop, Elements& elements, const Caller& caller,
                            const ElementId& id, Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  policy_->admit(caller, kReading, *rules);
  refuse_when_covered(desktop, caller, *rules, deadline);
  const ElementScope scope = element_scope(desktop, caller, around(id), *rules, deadline);
  Element element = elements.again(id, scope, deadline);
  const std::shared_ptr<const Rules> now = policy_->rules();
  policy_->confirm(caller, kReading, *now);
  keep_policy(rules->of(caller.kind).windows, *now, caller);
  clean(element, caller, *now);
  return element;
}

ElementActed Gate::act_on_element(Desktop& desktop, Elements& elements, const Caller& caller,
                                  const ElementId& id, const ElementAct& what, Act act) {
  ElementActed acted;
  this->act(desktop, caller, record_of(id, what), std::move(act),
            [&](Desktop& same, const Act& granted) {
              const std::shared_ptr<const Rules> rules = policy_->rules();
              const ElementScope scope =
                  element_scope(same, caller, around(id), *rules, granted.deadline);
              if (what.kind == ElementAct::Kind::kFocus)
                bring_to_front(same, scope, id.window, granted.deadline);
              acted = elements.act(id, what, scope, granted);
            });
  if (!acted.element) return acted;
  const std::shared_ptr<const Rules> now = policy_->rules();
  policy_->confirm(caller, kReading, *now);
  clean(*acted.element, caller, *now);
  return acted;
}

}  // namespace native
