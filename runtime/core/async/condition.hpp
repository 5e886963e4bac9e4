#pragma once

#include "runtime/core/async/awaitable.hpp"

namespace runtime {

// A queue of waiting tasks. A task that is woken must check the state again. Must outlive the
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

  // Waits for a notification: `co_await condition.wait()`.
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

// Goes through the loop once: `co_await yield()`. Use it before returning results that are ready,
// because a long run of awaits that never suspend grows the stack in builds without tail calls.
class Yield : public Awaitable {
 public:
  Yield() {}
  void await_resume() const { check(); }

 private:
  void start(Loop&) override { complete(); }
  void stop() override {}
};
inline Yield yield() { return Yield(); }

// Goes through the loop once and cannot be cancelled: `co_await yield_uncancelled()`.
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
