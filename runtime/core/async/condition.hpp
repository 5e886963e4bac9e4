#pragma once

#include "runtime/core/async/awaitable.hpp"

namespace runtime {

// Tasks wait here until somebody notifies them; they then look at the state again. Must outlive the
// waits.
class Condition {
 public:
  class Wait : public Awaitable {
   public:
    explicit Wait(runtime::Link& queue) : queue_(queue) { place_.wait = this; }
    void await_resume() const { check(); }

   private:
    friend class Condition;
    struct Place : runtime::Link {
      Wait* wait = nullptr;
    };
    void start(Loop&) override { place_.insert_before(queue_); }
    void stop() override { place_.unlink(); }
    void wake() {
      place_.unlink();
      complete();
    }
    runtime::Link& queue_;
    Place place_;
  };

  // `co_await condition.wait()`.
  Wait wait() { return Wait(queue_); }
  void notify_one() {
    if (queue_.linked()) static_cast<Wait::Place*>(queue_.next())->wait->wake();
  }
  void notify_all() {
    while (queue_.linked()) notify_one();
  }

 private:
  Link queue_;
};

// `co_await yield()`: goes once through the loop. For results that are ready: a long run of
// awaits that never suspend would grow the stack in builds without tail calls.
class Yield : public Awaitable {
 public:
  Yield() {}
  void await_resume() const { check(); }

 private:
  void start(Loop&) override { complete(); }
  void stop() override {}
};
inline Yield yield() { return Yield(); }

// `co_await yield_uncancelled()`: the same, but nothing cancels it.
class UncancelledYield : private Loop::Runnable {
 public:
  UncancelledYield() {}
  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> self) {
    self_ = self;
    self.promise().context.loop->post(*this);
  }
  void await_resume() const noexcept {}

 private:
  void run() override { self_.resume(); }
  std::coroutine_handle<> self_;
};
inline UncancelledYield yield_uncancelled() { return UncancelledYield(); }

}  // namespace runtime
