#include <exception>

#include "native/gate/act_targets.hpp"
#include "native/gate/act_turn.hpp"
#include "native/gate/gate.hpp"
#include "runtime/core/value/error.hpp"

// The acts that pass the gate.
namespace native {
namespace {

void refuse_excluded(const Window& window, const Caller& caller) {
  if ((window.hidden_from & hidden_bit(caller.kind)) == 0) return;
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window.id) + " is excluded by the policy",
              "Act on another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}, {"window", std::to_string(window.id)}});
}

[[noreturn]] void refuse_own(const Window& window) {
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window.id) + " belongs to the program that runs the agent",
              "Act on another window, or set ownWindows to \"allow\" in the policy file.",
              {{"reason", "own window"}, {"window", std::to_string(window.id)}});
}

// Names the application by what the rule fits, because titles may be secret.
[[noreturn]] void refuse_level(const Window& window, const LevelRule& rule, Level needed,
                               const std::string& application) {
  const std::string level = name_of(rule.level);
  const std::string what = needed == Level::kFull ? "keys and values" : "acts";
  throw Error("POLICY_DENIED",
              "application '" + application + "' has the level " + level + ", which allows no " +
                  what,
              std::string("Act on another application, or have its level raised to ") +
                  name_of(needed) + " under \"levels\" in the policy file.",
              {{"reason", "level"},
               {"level", level},
               {"application", application},
               {"window", std::to_string(window.id)},
               {"rule", describe(rule.rule)},
               {"source", rule.rule.source}});
}

}  // namespace

void Gate::refuse_level_below(Level needed, const std::vector<Window>& windows,
                              const Window& target, const WindowRules& rules,
                              Applications& applications) {
  if (rules.levels().empty()) return;
  const std::vector<ProgramNames::Names> names = names_.of(windows, true, applications);
  for (const Window* each : with_owners(windows, target)) {
    const ProgramNames::Names& own = names[static_cast<std::size_t>(each - windows.data())];
    const LevelRule* const rule = rules.levels().find(own.facts(*each));
    if (rule == nullptr || rule->level >= needed) continue;
    refuse_level(target, *rule, needed, own.application.empty() ? each->app_class
                                                                : own.application);
  }
}

void Gate::refuse_targets(Desktop& desktop, const std::vector<Window>& windows,
                          const ActRecord& record, const Caller& caller) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const CallerRules& own = rules->of(caller.kind);
  const Level needed = record.keys || record.sets_value ? Level::kFull : Level::kClick;
  const std::int64_t own_process = caller.is_foreign() && own.own_windows_denied
                                       ? own_windows_.process(windows, desktop.applications())
                                       : 0;
  for (const Window* target : act_targets(windows, record)) {
    refuse_excluded(*target, caller);
    for (const Window* each : with_owners(windows, *target))
      if (own_process != 0 && each->pid == own_process) refuse_own(*target);
    refuse_level_below(needed, windows, *target, *own.windows, desktop.applications());
  }
}

void Gate::audited(const Caller& caller, const ActRecord& record,
                   const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    policy_->audit_act(caller, record, &error);
    throw;
  } catch (const std::exception& failure) {
    const Error error("INTERNAL_ERROR", failure.what());
    policy_->audit_act(caller, record, &error);
    throw;
  }
  policy_->audit_act(caller, record, nullptr);
}

void Gate::act(Desktop& desktop, const Caller& caller, const ActRecord& asked, Act act,
               const Work& work) {
  const Operation operation{Operation::Kind::kInput};
  ActRecord record = asked;
  audited(caller, record, [&] {
    policy_->admit(caller, operation, *policy_->rules());
    const auto check = [this, &caller, &operation, asked_check = std::move(act.check)] {
      if (asked_check) asked_check();
      try {
        policy_->confirm(caller, operation, *policy_->rules());
      } catch (const Error& refusal) {
        throw Error("INTERRUPTED", refusal.message, refusal.hint, refusal.details);
      }
    };
    const ActTurn turn(folders_, act.deadline, check);
    person_.begin(desktop, act.deadline, check);
    const std::vector<Window> windows = marked_windows(desktop, caller, act.deadline);
    if (record.keys && record.window == 0) {
      record.window = window_for_keys(windows, last_windows_.of(caller));
      act.whole_process = true;
    }
    refuse_targets(desktop, windows, record, caller);
    act.window = record.window;
    act.check = [this, check, deadline = act.deadline] {
      check();
      person_.check(deadline, check);
    };
    work(desktop, act);
    const std::vector<const Window*> targets = act_targets(windows, record);
    if (!targets.empty()) last_windows_.set(caller, targets.front()->id);
  });
}

void Gate::control(Desktop& desktop, const Caller& caller, const ActRecord& record,
                   Deadline deadline, const std::function<void(Desktop&)>& work) {
  audited(caller, record, [&] {
    policy_->admit(caller, {Operation::Kind::kControlWindow}, *policy_->rules());
    refuse_targets(desktop, marked_windows(desktop, caller, deadline), record, caller);
    work(desktop);
  });
}

}  // namespace native
