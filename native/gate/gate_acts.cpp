#include <algorithm>
#include <exception>

#include "native/gate/act_turn.hpp"
#include "native/gate/gate.hpp"
#include "runtime/core/value/error.hpp"

// The acts that pass the gate.
namespace native {
namespace {

bool holds(const Rect& area, const Point& place) {
  return place.x >= area.x && place.y >= area.y && place.x - area.x < area.width &&
         place.y - area.y < area.height;
}

// Returns the window that an act reaches, as far as the list tells; null: none of the list.
const Window* reached(const std::vector<Window>& windows, const ActRecord& record) {
  const auto fits = [&](const Window& window) {
    if (record.window != 0) return window.id == record.window;
    if (record.keys || !record.place) return window.active;
    return window.on_screen && holds(window.frame, *record.place);
  };
  const auto found = std::find_if(windows.begin(), windows.end(), fits);
  return found == windows.end() ? nullptr : &*found;
}

}  // namespace

void Gate::refuse_excluded(const std::vector<Window>& windows, const ActRecord& record,
                           const Caller& caller) {
  const Window* window = reached(windows, record);
  if (window == nullptr || (window->hidden_from & hidden_bit(caller.kind)) == 0) return;
  throw Error("POLICY_DENIED",
              "window " + std::to_string(window->id) + " is excluded by the policy",
              "Act on another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}});
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
      // The window is settled here, so that the keys reach none that was not looked at.
      record.window = last_windows_.of(caller);
      if (reached(windows, record) == nullptr) record.window = 0;
      if (const Window* window = reached(windows, record)) record.window = window->id;
      act.whole_process = true;
    }
    refuse_excluded(windows, record, caller);
    act.window = record.window;
    act.check = [this, check, deadline = act.deadline] {
      check();
      person_.check(deadline, check);
    };
    work(desktop, act);
    if (const Window* window = reached(windows, record)) last_windows_.set(caller, window->id);
  });
}

void Gate::control(Desktop& desktop, const Caller& caller, const ActRecord& record,
                   Deadline deadline, const std::function<void(Desktop&)>& work) {
  audited(caller, record, [&] {
    policy_->admit(caller, {Operation::Kind::kControlWindow}, *policy_->rules());
    refuse_excluded(marked_windows(desktop, caller, deadline), record, caller);
    work(desktop);
  });
}

}  // namespace native
