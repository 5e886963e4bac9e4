#include "native/gate/gate.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "native/gate/filling_sink.hpp"

namespace native {
namespace {

// Attempts to take a picture while the policy keeps changing.
constexpr int kMaxChanges = 4;

bool has_window(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::kOpened:
    case Event::Kind::kClosed:
    case Event::Kind::kFocused:
    case Event::Kind::kTitleChanged:
    case Event::Kind::kMoved:
      return true;
    default:
      return false;
  }
}

// Takes no pixels.
class NoPicture : public StripSink {
 public:
  bool wants_alpha() const override { return false; }
  void begin(const FrameInfo&) override {}
  void strip(int, int, std::uint8_t*, std::size_t) override {}
};

}  // namespace

Gate::Gate(std::unique_ptr<Policy> policy, ActingSettings acting)
    : policy_(std::move(policy)),
      own_windows_(std::move(acting.ancestors)),
      folders_(std::move(acting.folders)),
      notifications_(std::move(acting.notifications)),
      announces_(acting.announces),
      stop_keys_(std::move(acting.stop_keys)),
      person_(std::move(acting.person)) {}

Gate::~Gate() = default;

void Gate::capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target,
                   StripSink& sink, Deadline deadline) {
  const int excluded_windows = gather(desktop, caller, target, sink, deadline);
  policy_->audit(caller, target, excluded_windows, nullptr);
}

void Gate::finish(const Caller& caller, const CaptureTarget& target, int excluded_windows,
                  const Error* error) {
  if (error == nullptr) {
    try {
      policy_->confirm(caller, {Operation::Kind::kCapture, &target}, *policy_->rules());
    } catch (const Error& refusal) {
      policy_->audit(caller, target, excluded_windows, &refusal);
      throw;
    }
  }
  policy_->audit(caller, target, excluded_windows, error);
}

int Gate::gather(Desktop& desktop, const Caller& caller, const CaptureTarget& target,
                 StripSink& sink, Deadline deadline) {
  const Operation operation{Operation::Kind::kCapture, &target};
  int excluded_windows = 0;
  try {
    std::shared_ptr<const Rules> rules = policy_->rules();
    policy_->admit(caller, operation, *rules);
    std::vector<WindowRulesRef> obeyed{rules->of(caller.kind).windows};
    for (int changes = 0;; ++changes) {
      FillingSink filling(sink, obeyed, hidden_bit(caller.kind), names_, desktop.applications(),
                          recent_.places(), rules->of(caller.kind).denied_when_locked);
      desktop.capture().capture(target, filling, deadline);
      excluded_windows = filling.excluded_windows();
      rules = policy_->rules();
      policy_->confirm(caller, operation, *rules);
      const WindowRulesRef& now = rules->of(caller.kind).windows;
      if (std::find(obeyed.begin(), obeyed.end(), now) != obeyed.end()) break;
      if (changes == kMaxChanges)
        throw Error("POLICY_DENIED", "policy keeps changing during the capture",
                    "Try again once it is written.", {{"reason", "policy file"}});
      obeyed.push_back(now);
    }
  } catch (const Error& error) {
    policy_->audit(caller, target, excluded_windows, &error);
    throw;
  } catch (const std::exception& failure) {
    const Error error("INTERNAL_ERROR", failure.what());
    policy_->audit(caller, target, excluded_windows, &error);
    throw;
  }
  return excluded_windows;
}

void Gate::admit_comparison(Desktop& desktop, const Caller& caller, Deadline deadline) {
  const Operation operation{Operation::Kind::kCompare};
  const std::shared_ptr<const Rules> rules = policy_->rules();
  policy_->admit(caller, operation, *rules);
  refuse_when_covered(desktop, caller, *rules, deadline);
  policy_->confirm(caller, operation, *rules);
}

// Refuses where the rules deny locked sessions and a program that locks the screen covers it.
void Gate::refuse_when_covered(Desktop& desktop, const Caller& caller, const Rules& rules,
                               Deadline deadline) {
  const CallerRules& own = rules.of(caller.kind);
  if (!own.denied_when_locked || !desktop.capture().finds_lockers()) return;
  // A capture looks for lockers.
  const CaptureTarget pixel{CaptureTarget::Kind::kDesktop, 0, Rect{0, 0, 1, 1}};
  NoPicture none;
  FillingSink filling(none, {own.windows}, hidden_bit(caller.kind), names_, desktop.applications(),
                      {}, true);
  desktop.capture().capture(pixel, filling, deadline);
}

std::vector<Window> Gate::marked_windows(Desktop& desktop, const Caller& caller,
                                         Deadline deadline) {
  std::vector<Window> windows = desktop.windows().windows(deadline);
  mark_excluded(windows, {policy_->rules()->of(caller.kind).windows}, hidden_bit(caller.kind),
                names_, desktop.applications());
  return windows;
}

std::vector<Window> Gate::windows(Desktop& desktop, const Caller& caller, Deadline deadline) {
  std::vector<Window> windows = marked_windows(desktop, caller, deadline);
  remove_pop_ups(windows);
  hide_titles(windows, hidden_bit(caller.kind));
  clean_titles(windows, caller);
  return windows;
}

void Gate::clean(std::vector<Word>& words, const Caller& caller) {
  masks_.mask(words, *policy_->rules(), caller.kind);
}

void Gate::clean_titles(std::vector<Window>& windows, const Caller& caller) {
  const std::shared_ptr<const Rules> rules = policy_->rules();
  for (Window& window : windows) masks_.mask(window.title, *rules, caller.kind);
}

std::optional<Window> Gate::frontmost(Desktop& desktop, const Caller& caller, Deadline deadline) {
  std::optional<Window> front = desktop.windows().frontmost(deadline);
  if (!front || front->pop_up) return std::nullopt;
  // A dialog is excluded with its owner, so the other windows have a say.
  if (may_be_dialog(*front)) {
    for (const Window& each : windows(desktop, caller, deadline))
      if (each.id == front->id) return each;
  }
  std::vector<Window> alone{std::move(*front)};
  const unsigned bit = hidden_bit(caller.kind);
  mark_excluded(alone, {policy_->rules()->of(caller.kind).windows}, bit, names_,
                desktop.applications());
  hide_titles(alone, bit);
  clean_titles(alone, caller);
  return std::move(alone.front());
}

std::vector<App> Gate::applications(Desktop& desktop, const Caller& caller, Deadline deadline,
                                    std::vector<Window>* windows) {
  const WindowRulesRef rules = policy_->rules()->of(caller.kind).windows;
  std::vector<Window> listed;
  std::vector<App> apps = desktop.applications().applications(deadline, &listed);
  const unsigned bit = hidden_bit(caller.kind);
  mark_excluded(listed, {rules}, bit, names_, desktop.applications());
  const bool hidden = std::any_of(listed.begin(), listed.end(), [&](const Window& window) {
    return (window.hidden_from & bit) != 0;
  });
  const bool masked = policy_->rules()->of(caller.kind).always_masked;
  const bool fewer = remove_pop_ups(listed);
  if (hidden || masked || fewer) {
    // An application without other names takes the title of a window as its name.
    hide_titles(listed, bit);
    clean_titles(listed, caller);
    apps = desktop.applications().group(listed);
  }
  if (windows != nullptr) *windows = std::move(listed);
  return apps;
}

std::vector<ExcludedWindow> Gate::excluded_windows(Desktop& desktop, Caller::Kind kind,
                                                   Deadline deadline) {
  std::vector<ExcludedWindow> excluded =
      explain_excluded(desktop.windows().windows(deadline), policy_->rules()->of(kind).windows,
                       names_, desktop.applications());
  for (ExcludedWindow& each : excluded) each.window.title.clear();
  return excluded;
}

void Gate::examine(Desktop& desktop, Event& event, Deadline deadline) {
  if (!has_window(event.kind)) return;
  const std::shared_ptr<const Rules> rules = policy_->rules();
  std::vector<Window> windows{event.window};
  if (may_be_dialog(event.window)) {
    for (Window& each : desktop.windows().windows(deadline))
      if (each.id != event.window.id) windows.push_back(std::move(each));
  }
  for (std::size_t i = 0; i < rules->callers.size(); ++i) {
    const unsigned bit = hidden_bit(static_cast<Caller::Kind>(i));
    mark_excluded(windows, {rules->callers[i].windows}, bit, names_, desktop.applications());
    if (event.kind != Event::Kind::kTitleChanged) continue;
    std::vector<Window> before{event.window};
    before.front().title = event.title;
    mark_excluded(before, {rules->callers[i].windows}, bit, names_, desktop.applications());
    windows.front().hidden_from |= before.front().hidden_from;
  }
  event.window.hidden_from = windows.front().hidden_from;
  if (event.window.hidden_from == 0) return;
  if (event.kind == Event::Kind::kClosed) recent_.add(event.window.frame);
  if (event.kind == Event::Kind::kMoved) {
    const Rect& now = event.window.bounds;
    const Rect& frame = event.window.frame;
    recent_.add({event.area.x + frame.x - now.x, event.area.y + frame.y - now.y,
                 event.area.width + frame.width - now.width,
                 event.area.height + frame.height - now.height});
  }
}

Event Gate::concealed(const Event& event, const Caller& caller) {
  Event result = event;
  if (!has_window(event.kind)) return result;
  if ((event.window.hidden_from & hidden_bit(caller.kind)) == 0) {
    const std::shared_ptr<const Rules> rules = policy_->rules();
    for (std::string* title : {&result.window.title, &result.title})
      masks_.mask(*title, *rules, caller.kind);
    result.window.hidden_from = 0;
    return result;
  }
  result.window.title.clear();
  if (event.kind == Event::Kind::kTitleChanged) result.title.clear();
  return result;
}

}  // namespace native
