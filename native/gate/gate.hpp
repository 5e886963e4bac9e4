#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/gate/excluded_windows.hpp"
#include "native/gate/policy.hpp"
#include "native/gate/recent_places.hpp"

// Every operation on the desktop passes the gate, for every kind of caller.
namespace native {

// Runs operations under one policy. Shared by all callers; thread safe.
class Gate {
 public:
  explicit Gate(std::unique_ptr<Policy> policy);
  ~Gate();

  // Returns the rules of this moment.
  std::shared_ptr<const Rules> rules() { return policy_->rules(); }

  // For operations other than captures. Throws the policy's error when it refuses.
  void admit(const Caller& caller, const Operation& operation) {
    policy_->admit(caller, operation, *policy_->rules());
  }

  // Runs Capture::capture() as far as the policy allows: fills what excluded windows show, refuses
  // an excluded target. Takes the picture again when the policy has changed meanwhile, so that it
  // obeys both. Throws its errors, and the policy's when it refuses.
  void capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
               Deadline deadline);

  // Like those of the seam; excluded windows are marked (hidden_from) and have no title.
  std::vector<Window> windows(Desktop& desktop, const Caller& caller, Deadline deadline);
  std::optional<Window> frontmost(Desktop& desktop, const Caller& caller, Deadline deadline);
  std::vector<App> applications(Desktop& desktop, const Caller& caller, Deadline deadline,
                                std::vector<Window>* windows = nullptr);

  // Returns the windows that are excluded for a kind of caller, and why; without titles.
  std::vector<ExcludedWindow> excluded_windows(Desktop& desktop, Caller::Kind kind,
                                               Deadline deadline);

  // Marks the window of an event for each kind of caller, for conceal(). Called on the thread of
  // the events, with a desktop of its own. Remembers where excluded windows were.
  void examine(Desktop& desktop, Event& event, Deadline deadline);
  // Returns the event as `caller` may see it.
  static Event concealed(const Event& event, const Caller& caller);

 private:
  std::unique_ptr<Policy> policy_;
  RecentPlaces recent_;
  ProgramNames names_;
};

}  // namespace native
