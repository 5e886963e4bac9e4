#include "native/gate/guarded_policy.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace native {
namespace {

using runtime::Value;

const char* name_of(CaptureTarget::Kind kind) {
  switch (kind) {
    case CaptureTarget::Kind::kDisplay:
      return "display";
    case CaptureTarget::Kind::kWindow:
      return "window";
    default:
      return "desktop";
  }
}

// Names no title: the window may be an excluded one.
Value params_of(const CaptureTarget& target) {
  Value params;
  params.set("kind", name_of(target.kind));
  if (target.kind != CaptureTarget::Kind::kDesktop)
    params.set("id", static_cast<std::int64_t>(target.id));
  if (target.region) {
    const Rect& region = *target.region;
    Value rect;
    rect.set("x", region.x).set("y", region.y);
    rect.set("width", region.width).set("height", region.height);
    params.set("region", std::move(rect));
  }
  return params;
}

// Names no text: it may be a password.
Value params_of(const ActRecord& act) {
  Value params;
  params.set("window", static_cast<std::int64_t>(act.window));
  if (act.place) params.set("x", act.place->x).set("y", act.place->y);
  if (act.count != 0) params.set("count", act.count);
  return params;
}

// Operations whose answer about the lock is awaited when their pixels are there.
bool depends_on_lock(const Operation& operation) {
  return operation.kind == Operation::Kind::kCapture ||
         operation.kind == Operation::Kind::kCompare ||
         operation.kind == Operation::Kind::kReadElements ||
         operation.kind == Operation::Kind::kReadClipboard;
}

bool acts(const Operation& operation) {
  return operation.kind == Operation::Kind::kInput ||
         operation.kind == Operation::Kind::kControlWindow ||
         operation.kind == Operation::Kind::kWriteClipboard ||
         operation.kind == Operation::Kind::kUseService;
}

class GuardedPolicy : public Policy {
 public:
  GuardedPolicy(std::unique_ptr<Policy> policy, std::shared_ptr<Safeguards> safeguards)
      : policy_(std::move(policy)), safeguards_(std::move(safeguards)) {}

  std::shared_ptr<const Rules> rules() override { return policy_->rules(); }
  bool is_ready() override { return policy_->is_ready(); }

  void prepare(Caller::Kind kind) override {
    const std::shared_ptr<const Rules> rules = policy_->rules();
    if (rules->of(kind).denied_when_locked && safeguards_->lock) safeguards_->lock->prepare();
  }

  void admit(const Caller& caller, const Operation& operation, const Rules& rules) override {
    const bool captures = operation.kind == Operation::Kind::kCapture;
    const CallerRules& own = rules.of(caller.kind);
    safeguards_->stop.check();
    if (depends_on_lock(operation) && own.denied_when_locked && safeguards_->lock) ask();
    if (acts(operation)) check_lock(own);
    policy_->admit(caller, operation, rules);
    if (captures) safeguards_->rate.count(caller, own.captures_per_minute);
  }

  void confirm(const Caller& caller, const Operation& operation, const Rules& rules) override {
    safeguards_->stop.check();
    if (depends_on_lock(operation)) check_lock(rules.of(caller.kind));
    policy_->confirm(caller, operation, rules);
  }

  void audit(const Caller& caller, const CaptureTarget& target, int excluded_windows,
             const Error* error) override {
    forget();
    // The gate finds lockers of which no service knows.
    if (error != nullptr && error->fact("reason") == "locked")
      safeguards_->note_lock({LockState::Kind::kLocked, error->message});
    policy_->audit(caller, target, excluded_windows, error);
    if (!policy_->rules()->of(caller.kind).audited) return;
    AuditEntry entry;
    entry.operation = "capture";
    entry.params = params_of(target);
    entry.result = error ? error->code : "success";
    entry.caller = caller;
    if (error == nullptr) entry.counts.set("excluded_windows", excluded_windows);
    safeguards_->audit.append(entry);
  }

  void audit_act(const Caller& caller, const ActRecord& act, const Error* error) override {
    policy_->audit_act(caller, act, error);
    if (!policy_->rules()->of(caller.kind).audited) return;
    AuditEntry entry;
    entry.operation = act.name;
    entry.params = params_of(act);
    entry.result = error ? error->code : "success";
    entry.caller = caller;
    safeguards_->audit.append(entry);
  }

 private:
  void ask() {
    LockQuestion question = safeguards_->lock->ask();
    const std::lock_guard lock(mutex_);
    questions_.insert_or_assign(std::this_thread::get_id(), std::move(question));
  }

  void forget() {
    const std::lock_guard lock(mutex_);
    questions_.erase(std::this_thread::get_id());
  }

  std::optional<LockQuestion> taken() {
    const std::lock_guard lock(mutex_);
    auto question = questions_.extract(std::this_thread::get_id());
    if (question.empty()) return std::nullopt;
    return std::move(question.mapped());
  }

  void check_lock(const CallerRules& rules) {
    std::optional<LockQuestion> question = taken();
    // The rules may have come to deny it meanwhile.
    if (!question && rules.denied_when_locked && safeguards_->lock)
      question = safeguards_->lock->ask();
    if (!question) return;
    const LockState state = question->answer();
    safeguards_->note_lock(state);
    if (state.kind != LockState::Kind::kLocked || !rules.denied_when_locked) return;
    throw Error("POLICY_DENIED", "session is locked: " + state.reason,
                "Unlock it, or set whenLocked to \"allow\" in the policy file.",
                {{"reason", "locked"}});
  }

  const std::unique_ptr<Policy> policy_;
  const std::shared_ptr<Safeguards> safeguards_;
  std::mutex mutex_;
  std::map<std::thread::id, LockQuestion> questions_;  // of the captures under way
};

}  // namespace

std::unique_ptr<Policy> guarded_policy(std::unique_ptr<Policy> policy,
                                       std::shared_ptr<Safeguards> safeguards) {
  return std::make_unique<GuardedPolicy>(std::move(policy), std::move(safeguards));
}

}  // namespace native
