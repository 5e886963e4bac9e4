#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <string>

namespace native {

// Whether the session that a display belongs to is locked.
struct LockState {
  enum class Kind {
    kUnlocked,  // also where there is no session or nothing that could know
    kLocked,
    kUnknown,  // what could know does not answer; `reason` says what
  };
  Kind kind = Kind::kUnlocked;
  std::string reason = {};  // a fragment: who says that it is locked, or what does not answer
};

// A question that is being answered.
class LockQuestion {
 public:
  // An answer that takes longer is none.
  static constexpr std::chrono::milliseconds kPatience{200};

  explicit LockQuestion(std::future<LockState> answer) : answer_(std::move(answer)) {}

  // Waits for the answer, at most kPatience since the question. Call once. Does not throw.
  LockState answer();

 private:
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::future<LockState> answer_;
};

// Tells whether the session that owns the captured display is locked. Any thread.
class SessionLock {
 public:
  virtual ~SessionLock() = default;
  // Asks; returns at once. The answer is of a moment after the question.
  virtual LockQuestion ask() = 0;
  // Makes ready for a question that will probably come; returns at once.
  virtual void prepare() {}
};

// Opens what this machine offers. Never fails and connects to nothing before the first question.
std::unique_ptr<SessionLock> open_session_lock();

}  // namespace native
