#pragma once

#include <coroutine>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Base of every awaitable that waits for the outside. Always suspends and comes back through the
// loop, which bounds the stack; a fired cancel scope wakes it with Cancelled. A derived class
// implements start() and stop(), calls complete() when its operation ends, calls check() first in
// await_resume(), and stop() in its destructor.
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

  // Begins the operation. May call complete() at once. Must not throw: failures are kept for
  // await_resume().
  virtual void start(Loop& loop) = 0;
  // Lets go of the operation: it may not call complete() afterwards. Called at most once after
  // start() by cancellation, and again by destructors, so it must be harmless when there is nothing
  // to let go.
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
