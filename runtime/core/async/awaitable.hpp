#pragma once

#include <coroutine>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Base of every awaitable that waits for an external event. Always suspends and resumes through the
// loop, which bounds the stack; when its cancel scope fires, it resumes with Cancelled. A derived
// class implements start() and stop(), calls complete() when its operation ends, calls check()
// first in await_resume(), and calls stop() in its destructor.
class Awaitable : private Cancel::Hook, private Loop::Runnable {
 public:
  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> self) {
    suspend(self, self.promise().context);
  }

 protected:
  Awaitable() = default;
  ~Awaitable() = default;

  // Begins the operation. May call complete() at once. Must not throw: store a failure for
  // await_resume().
  virtual void start(Loop& loop) = 0;
  // Abandons the operation, which must not call complete() afterwards. Called at most once by
  // cancellation, and again by destructors, so it must be safe when the operation has already
  // ended.
  virtual void stop() = 0;

  void complete();
  void check() const {
    if (cancelled_) throw Cancelled();
  }

 private:
  void suspend(std::coroutine_handle<> self, const Context& context);
  void on_cancel() override;
  void run() override { self_.resume(); }

  std::coroutine_handle<> self_;
  Loop* loop_ = nullptr;
  bool cancelled_ = false;
};

}  // namespace runtime
