#include <exception>

#include "native/gate/act_targets.hpp"
#include "native/gate/act_turn.hpp"
#include "native/gate/excluded_windows.hpp"
#include "native/gate/gate.hpp"
#include "native/gate/permission_dialog.hpp"
#include "native/gate/person_messages.hpp"
#include "runtime/core/value/error.hpp"

// The acts that pass the gate.
namespace native {
namespace {

void refuse_excluded(const Window& window, const Caller& caller) {
  if ((window.hidden_from & hidden_bit(caller.kind)) == 0) return;
  throw Error("POLICY_DENIED", "window " + std::to_string(window.id) + " is excluded by the policy",
              "Act on another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}, {"window", std::to_string(window.id)}});
}

[[noreturn]] void refuse_own(const Window& window) {
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window.id) + " belongs to the program that runs the agent",
              "Act on another window, or set ownWindows to \"allow\" in the policy file.",
              {{"reason", "own window"}, {"window", std::to_string(window.id)}});
}

[[noreturn]] void refuse_permission_dialog(const Window& window) {
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window.id) +
                  " is a dialog of the desktop portal, in which only a person gives permissions",
              "Ask the person at the desktop to answer it.",
              {{"reason", "permission dialog"}, {"window", std::to_string(window.id)}});
}

[[noreturn]] void refuse_unconfirmed(Confirmation answer) {
  if (answer == Confirmation::kUnanswered)
    throw Error("NOT_CONFIRMED", "the person at the desktop did not answer",
                "Ask them to look at the desktop.", {{"reason", "no answer"}});
  if (answer == Confirmation::kCannotAsk)
    throw Error(
        "NOT_CONFIRMED",
        "the person cannot be asked: nothing on this desktop shows buttons in notifications",
        "Have a notification service with buttons started, such as dunst; `peekaboo doctor` "
        "tells which there is.",
        {{"reason", "cannot ask"}});
  throw Error("NOT_CONFIRMED", "the person at the desktop refused",
              "Do something else, or talk to them.", {{"reason", "refused"}});
}

// Names the window by its class, because titles may be secret.
[[noreturn]] void refuse_level(const Window& window, const LevelRule& rule, Level needed) {
  const std::string level = name_of(rule.level);
  const char* const what = needed == Level::kFull ? "keys and values" : "acts";
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window.id) + " of '" + window.app_class +
                  "' has the level " + level + ", which allows no " + what,
              std::string("Act on another application, or have its level raised to \"") +
                  name_of(needed) + "\" under \"levels\" in the policy file.",
              {{"reason", "level"},
               {"level", level},
               {"application", window.app_class},
               {"window", std::to_string(window.id)},
               {"rule", describe(rule.rule)},
               {"source", rule.rule.source}});
}

[[noreturn]] void refuse_program(const WindowFacts& program, const WindowRule& rule,
                                 const char* reason, const std::string& why) {
  const std::string name(program.application);
  throw Error("POLICY_DENIED", "'" + name + "' may not be launched: " + why,
              "Use another application, or have the rule changed in the policy file.",
              {{"reason", reason},
               {"application", name},
               {"rule", describe(rule)},
               {"source", rule.source}});
}

// Returns whether an act is for a place of the screen, whichever window lies there, or for none.
bool is_for_screen(const ActRecord& record) {
  return record.window == 0 && record.pid == 0 && !record.keys && !record.sets_value;
}

// Is thrown for keys where a desktop does not tell its windows, for the reason given.
Error unknown_focus(const Error& untold) {
  return Error("UNSUPPORTED", "desktop does not tell which window has the focus", untold.hint,
               {{"reason", "focus unknown"}});
}

[[noreturn]] void refuse_unknown_windows(const std::string& message, const std::string& hint) {
  throw Error("POLICY_DENIED", message, hint, {{"reason", "windows unknown"}});
}

}  // namespace

void Gate::refuse_launch(const Caller& caller, const WindowFacts& program) const {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const WindowRules& windows = *rules->of(caller.kind).windows;
  if (const WindowRule* const rule = windows.find(program))
    refuse_program(program, *rule, "excluded window", "the policy excludes its windows");
  const LevelRule* const rule = windows.levels().find(program);
  if (rule != nullptr && rule->level < Level::kClick)
    refuse_program(program, rule->rule, "level",
                   std::string("it has the level ") + name_of(rule->level));
}

const LevelRule* Gate::least_level(const std::vector<Window>& windows, const Window& target,
                                   const WindowRules& rules, Applications& applications) {
  if (rules.levels().empty()) return nullptr;
  const std::vector<ProgramNames::Names> names = names_.of(windows, true, applications);
  const LevelRule* least = nullptr;
  for (const Window* each : with_owners(windows, target)) {
    const auto place = static_cast<std::size_t>(each - windows.data());
    const LevelRule* const rule = rules.levels().find(names[place].facts(*each));
    if (rule != nullptr && (least == nullptr || rule->level < least->level)) least = rule;
  }
  return least;
}

std::optional<LevelRule> Gate::level_of(Desktop& desktop, Caller::Kind kind, std::uint64_t window,
                                        Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const std::vector<Window> windows = desktop.windows().windows(deadline);
  for (const Window& each : windows) {
    if (each.id != window) continue;
    const LevelRule* const rule =
        least_level(windows, each, *rules->of(kind).windows, desktop.applications());
    return rule == nullptr ? std::nullopt : std::optional(*rule);
  }
  throw Error("WINDOW_NOT_FOUND", "there is no window " + std::to_string(window),
              "`peekaboo list windows` tells those that there are.");
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
    for (const Window* each : with_owners(windows, *target)) {
      if (own_process != 0 && each->pid == own_process) refuse_own(*target);
      if (is_permission_dialog(*each, desktop.applications())) refuse_permission_dialog(*target);
    }
    const LevelRule* const rule =
        least_level(windows, *target, *own.windows, desktop.applications());
    if (rule != nullptr && rule->level < needed) refuse_level(*target, *rule, needed);
  }
}

// Refuses what a rule forbids for a window that may be there: each program that runs may have one.
void Gate::refuse_unknown(Desktop& desktop, const Caller& caller, Deadline deadline) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  const CallerRules& own = rules->of(caller.kind);
  if (caller.is_foreign() && own.own_windows_denied)
    refuse_unknown_windows(
        "act may reach a window of the program that runs the agent: this desktop tells no windows",
        "Set ownWindows to \"allow\" in the policy file, or use a desktop that tells its windows.");
  if (own.windows->needs_titles())
    refuse_unknown_windows(
        "act may reach a window that the policy excludes by its title: this desktop tells no "
        "titles",
        "Change the rules that name titles; `peekaboo policy` shows them.");
  std::vector<Window> windows = desktop.windows().possible_windows(deadline);
  mark_excluded(windows, {own.windows}, hidden_bit(caller.kind), names_, desktop.applications());
  for (const Window& each : windows) refuse_excluded(each, caller);
  const Levels& levels = own.windows->levels();
  if (levels.empty()) return;
  const std::vector<ProgramNames::Names> names = names_.of(windows, true, desktop.applications());
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const LevelRule* const rule = levels.find(names[i].facts(windows[i]));
    if (rule != nullptr && rule->level < Level::kClick)
      refuse_level(windows[i], *rule, Level::kClick);
  }
}

std::vector<Window> Gate::windows_for_act(Desktop& desktop, const Caller& caller,
                                          const ActRecord& record, Deadline deadline) {
  try {
    return marked_windows(desktop, caller, deadline);
  } catch (const Error& error) {
    if (error.code != "UNSUPPORTED") throw;
    if (record.keys && record.window == 0) throw unknown_focus(error);
    if (!is_for_screen(record)) throw;
  }
  // Without a place it lets go of keys.
  if (record.place) refuse_unknown(desktop, caller, deadline);
  return {};
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

// Returns a check that ends an act when the policy forbids it meanwhile, as after a stop.
std::function<void()> Gate::stoppable(const Caller& caller, Operation operation,
                                      std::function<void()> check) {
  return [this, caller, operation, check = std::move(check)] {
    if (check) check();
    try {
      policy_->confirm(caller, operation, *policy_->rules());
    } catch (const Error& refusal) {
      throw Error("INTERRUPTED", refusal.message, refusal.hint, refusal.details);
    }
  };
}

void Gate::announce(ActTurn& turn, const Caller& caller) {
  if (turn.begin_act() && announces_ && notifications_)
    notifications_->show(acting_message(caller, stop_keys_));
}

void Gate::act(Desktop& desktop, const Caller& caller, const ActRecord& asked, Act act,
               const Work& work) {
  const Operation operation{Operation::Kind::kInput};
  ActRecord record = asked;
  audited(caller, record, [&] {
    policy_->admit(caller, operation, *policy_->rules());
    const auto check = stoppable(caller, operation, std::move(act.check));
    ActTurn turn(folders_, act.deadline, check);
    person_.begin(desktop, act.deadline, check);
    const std::vector<Window> windows = windows_for_act(desktop, caller, record, act.deadline);
    if (record.keys && record.window == 0) {
      const Window* const wanted = native::window_for_keys(windows, last_windows_.of(caller));
      record.window = wanted == nullptr ? 0 : wanted->id;
      act.whole_process = true;
    }
    refuse_targets(desktop, windows, record, caller);
    announce(turn, caller);
    act.window = record.window;
    act.check = [this, check, deadline = act.deadline] {
      check();
      person_.check(deadline, check);
    };
    work(desktop, act);
    const std::vector<const Window*> targets = act_targets(windows, record);
    if (!targets.empty()) last_windows_.set(caller, {targets.front()->id, targets.front()->pid});
  });
}

std::optional<Window> Gate::window_for_keys(Desktop& desktop, const Caller& caller,
                                            Deadline deadline) {
  try {
    const std::vector<Window> known = windows(desktop, caller, deadline);
    const Window* const wanted = native::window_for_keys(known, last_windows_.of(caller));
    return wanted == nullptr ? std::nullopt : std::optional(*wanted);
  } catch (const Error& error) {
    if (error.code == "UNSUPPORTED") throw unknown_focus(error);
    throw;
  }
}

void Gate::keep_window_for_keys(Desktop& desktop, const Caller& caller, std::uint64_t window,
                                Deadline deadline) {
  for (const Window& each : desktop.windows().windows(deadline))
    if (each.id == window) return last_windows_.set(caller, {window, each.pid});
  last_windows_.set(caller, {});
}

void Gate::check_held(const Caller& caller) {
  policy_->confirm(caller, Operation{Operation::Kind::kInput}, *policy_->rules());
  person_.check(std::chrono::steady_clock::now(), {});
}

void Gate::control(Desktop& desktop, const Caller& caller, const ActRecord& record, Act act,
                   const std::function<void(Desktop&)>& work) {
  const Operation operation{Operation::Kind::kControlWindow};
  audited(caller, record, [&] {
    policy_->admit(caller, operation, *policy_->rules());
    ActTurn turn(folders_, act.deadline, stoppable(caller, operation, std::move(act.check)));
    refuse_targets(desktop, marked_windows(desktop, caller, act.deadline), record, caller);
    announce(turn, caller);
    work(desktop);
  });
}

void Gate::activate(Desktop& desktop, const Caller& caller, std::uint64_t window, RaisedFor purpose,
                    Deadline deadline) {
  const ActRecord record{"focus window", window};
  audited(caller, record, [&] {
    policy_->admit(caller, {Operation::Kind::kActivateWindow}, *policy_->rules());
    const std::vector<Window> windows = marked_windows(desktop, caller, deadline);
    const std::shared_ptr<const Rules> rules = policy_->rules();
    const WindowRules& own = *rules->of(caller.kind).windows;
    for (const Window* target : act_targets(windows, record)) {
      refuse_excluded(*target, caller);
      if (purpose == RaisedFor::kPicture) continue;
      const LevelRule* const rule = least_level(windows, *target, own, desktop.applications());
      if (rule != nullptr && rule->level < Level::kClick)
        refuse_level(*target, *rule, Level::kClick);
    }
    desktop.windows().activate(window, deadline);
  });
}

void Gate::confirm(const Caller& caller, const Notification& question, const Act& asked) {
  const Operation operation{Operation::Kind::kInput};
  audited(caller, {"ask the person"}, [&] {
    policy_->admit(caller, operation, *policy_->rules());
    if (!notifications_) refuse_unconfirmed(Confirmation::kCannotAsk);
    const auto check = stoppable(caller, operation, asked.check);
    const ActTurn turn(folders_, asked.deadline, check);
    const Confirmation answer =
        notifications_->ask(plain_question(question), asked.deadline, check);
    if (answer != Confirmation::kAllowed) refuse_unconfirmed(answer);
  });
}

NotificationService Gate::notification_service(Deadline deadline) {
  return notifications_ ? notifications_->service(deadline) : NotificationService{};
}

}  // namespace native
