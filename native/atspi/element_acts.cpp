#include "native/atspi/element_acts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "native/atspi/action_call.hpp"
#include "native/atspi/element_calls.hpp"
#include "native/atspi/element_value.hpp"
#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr const char* kSelection = "org.a11y.atspi.Selection";
constexpr std::uint32_t kAnywhere = 6;  // ATSPI_SCROLL_ANYWHERE
constexpr std::size_t kMaxSiblings = 200;

// What toolkits call that which a click does, the most exact first.
constexpr std::array<std::string_view, 9> kMainActions = {
    "click", "press", "activate", "jump", "toggle", "open", "check", "uncheck", "switch"};
constexpr std::array<std::string_view, 5> kSelectActions = {"select", "toggle", "press", "click",
                                                            "activate"};

[[noreturn]] void throw_unsupported(const std::string& what, const char* reason,
                                    const char* remedy) {
  throw Error("UNSUPPORTED", "the element " + what, remedy, {{"reason", reason}});
}

[[noreturn]] void throw_not_seen(const std::string& what, const char* remedy) {
  throw Error("EFFECT_NOT_SEEN", "the element " + what, remedy);
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return text;
}

// Returns the place of the first of these actions that an element has.
template <std::size_t Count>
std::optional<std::size_t> find_action(const std::vector<std::string>& actions,
                                       const std::array<std::string_view, Count>& wanted) {
  for (const std::string_view name : wanted)
    for (std::size_t i = 0; i < actions.size(); ++i)
      if (lower(actions[i]) == name) return i;
  return std::nullopt;
}

ElementActed take_action(ElementCalls& calls, const Object& object, std::size_t index,
                         const std::string& name) {
  const ActionAnswer answer =
      do_action(calls.bus(), *calls.found().program, object, static_cast<std::int32_t>(index),
                calls.patience().limit, calls.patience().check);
  ElementActed acted;
  acted.action = name;
  acted.answered = answer.answered;
  if (!answer.answered || answer.accepted) return acted;
  // Quitting is an action, too.
  acted.answered = !calls.has_ended();
  if (acted.answered)
    throw_unsupported("did not accept the action " + name, "not accepted",
                      "Click it: input.click.");
  return acted;
}

// What a text does when it is activated is like the Return key, and no click.
ElementActed press(ElementCalls& calls) {
  const Found& found = calls.found();
  const auto main = find_action(found.element.actions, kMainActions);
  if (!main || has(found.states, State::kEditable))
    throw_unsupported("has no main action", "no action", "Click it: input.click.");
  return take_action(calls, found.object, *main, found.element.actions[*main]);
}

// Some controls pass the keys on to what is in them.
bool has_focus(ElementCalls& calls) {
  constexpr int kDepth = 3;
  constexpr std::size_t kMost = 50;
  std::vector<Object> level{calls.found().object};
  for (int depth = 0; depth < kDepth && !level.empty(); ++depth) {
    bool found = false;
    calls.call_each(level, kAccessible, "GetState", [&](std::size_t, Reply& reply) {
      std::uint64_t states = 0;
      found = found || (read_states(reply, &states) && has(states, State::kFocused));
    });
    if (found) return true;
    std::vector<Object> next;
    for (const Object& each : level)
      for (Object& child : calls.children(each, kMost)) next.push_back(std::move(child));
    if (next.size() > kMost) return false;
    level = std::move(next);
  }
  return false;
}

void focus(ElementCalls& calls) {
  const bool accepted = calls.call_that_says(calls.found().object, kComponent, "GrabFocus");
  if (!accepted && !has_focus(calls))
    throw_unsupported("does not take the focus", "no focus", "Click it: input.click.");
  if (!calls.eventually([&] { return has_focus(calls); }))
    throw_not_seen("did not get the focus", "Another window may have it, or a dialog is open.");
}

void scroll_to(ElementCalls& calls) {
  if (!calls.call_that_says(calls.found().object, kComponent, "ScrollTo", {kAnywhere}))
    throw_unsupported("cannot be brought into view by its program", "no scrolling",
                      "Scroll with input.scroll until it is showing.");
}

bool is_chosen_by_action(std::uint32_t role) {
  return role == kMenuItem || role == kCheckMenuItem || role == kRadioMenuItem ||
         role == kRadioButton || role == kMenu;
}

void deselect_others(ElementCalls& calls) {
  const Found& found = calls.found();
  std::int32_t count = 0;
  calls.get(found.parent, kSelection, "NSelectedChildren",
            [&](Reply& reply) { return reply.enter('v', "i") && reply.read(&count); });
  for (std::int32_t i = std::min(count, static_cast<std::int32_t>(kMaxSiblings)) - 1; i >= 0; --i) {
    Object selected;
    const bool there = calls.call(found.parent, kSelection, "GetSelectedChild", {i},
                                  [&](Reply& reply) { return read_object(reply, &selected); });
    if (there && !(selected == found.object))
      calls.call_that_says(found.parent, kSelection, "DeselectSelectedChild", {i});
  }
}

bool select_in_parent(ElementCalls& calls, bool adds) {
  const Found& found = calls.found();
  bool possible = false;
  calls.call(found.parent, kAccessible, "GetInterfaces", {},
             [&](Reply& reply) { return possible = offers(read_interfaces(reply), kSelection); });
  if (!possible) return false;
  std::int32_t index = -1;
  calls.call(found.object, kAccessible, "GetIndexInParent", {},
             [&](Reply& reply) { return reply.read(&index); });
  if (index < 0 || !calls.call_that_says(found.parent, kSelection, "SelectChild", {index}))
    return false;
  if (!adds) deselect_others(calls);
  return true;
}

// For toolkits whose lists offer no selection but items that select themselves.
void deselect_siblings(ElementCalls& calls, std::size_t action, const std::string& name) {
  const std::vector<Object> siblings = calls.children(calls.found().parent, kMaxSiblings);
  std::vector<Object> selected;
  calls.call_each(siblings, kAccessible, "GetState", [&](std::size_t i, Reply& reply) {
    std::uint64_t states = 0;
    if (read_states(reply, &states) && has(states, State::kSelected) &&
        !(siblings[i] == calls.found().object))
      selected.push_back(siblings[i]);
  });
  for (const Object& each : selected) take_action(calls, each, action, name);
}

void select_by_action(ElementCalls& calls, bool adds) {
  const Found& found = calls.found();
  const std::vector<std::string>& actions = found.element.actions;
  const auto action = find_action(actions, kSelectActions);
  // A button's action would do something else.
  if (!action || !has(found.states, State::kSelectable))
    throw_unsupported("cannot be selected by its program", "no selection",
                      "Click it: input.click.");
  const std::string& name = actions[*action];
  if (!has(found.states, State::kSelected)) take_action(calls, found.object, *action, name);
  if (!adds && lower(name) == "toggle") deselect_siblings(calls, *action, name);
}

ElementActed select(ElementCalls& calls, bool adds) {
  const Found& found = calls.found();
  if (is_chosen_by_action(found.role)) return press(calls);
  if (!select_in_parent(calls, adds)) select_by_action(calls, adds);
  if (!calls.eventually([&] { return has(calls.states(found.object), State::kSelected); }))
    throw_not_seen("was not selected", "Click it: input.click.");
  return {};
}

void check_enabled(const Found& found) {
  if (has(found.states, State::kEnabled) || has(found.states, State::kSensitive)) return;
  throw_unsupported(
      "is disabled", "disabled",
      "Do first what the program needs for it; ui.wait waits for state \"sensitive\".");
}

ElementActed perform(ElementCalls& calls, const ElementAct& what) {
  switch (what.kind) {
    case ElementAct::Kind::kPress:
      return press(calls);
    case ElementAct::Kind::kSelect:
      return select(calls, what.adds);
    case ElementAct::Kind::kFocus:
      focus(calls);
      break;
    case ElementAct::Kind::kScrollTo:
      scroll_to(calls);
      break;
    case ElementAct::Kind::kSetValue:
      set_element_value(calls, what.value);
      break;
  }
  return {};
}

}  // namespace

ElementActed act_on_element(Programs& programs, ElementFinder& finder, const ActSubject& subject,
                            const ElementAct& what, const Patience& patience) {
  const Found found = finder.find(subject.id, subject.scope, patience);
  if (what.kind != ElementAct::Kind::kScrollTo) check_enabled(found);
  ElementCalls calls(programs, found, patience);
  ElementActed acted = perform(calls, what);
  if (!acted.action.empty()) return acted;
  try {
    acted.element = finder.find(subject.id, subject.scope, patience).element;
  } catch (const Error& error) {
    // Its name may follow its value.
    if (error.code != "ELEMENT_STALE") throw;
  }
  return acted;
}

}  // namespace native::atspi
