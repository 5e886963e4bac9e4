#pragma once

#include <coroutine>
#include <exception>
#include <list>
#include <memory>
#include <vector>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Owns tasks that run concurrently. The first failure cancels the others; join() waits for all and
// rethrows it. Destroying a nursery destroys the tasks still waiting, so no task outlives it.
class Nursery {
 public:
  // Creates a nursery whose children inherit `parent`'s loop and are cancelled with its scope.
  explicit Nursery(const Context& parent);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  // Runs `task` from the next iteration of the loop on, under `scope` if given. That scope must be
  // a child of this nursery's scope and outlive the task.
  void start(Task<void> task, Cancel* scope = nullptr);
  void cancel() { scope_.fire(); }
  Cancel& scope() { return scope_; }
  std::size_t running() const { return children_.size(); }
  // Returns whether no child is running and join() has no failure to rethrow.
  bool idle() const { return children_.empty() && !failure_; }

  // Waits until no child is left, then rethrows the first failure, or throws Cancelled when the
  // scope was fired from outside.
  class Join {
   public:
    explicit Join(Nursery& nursery) : nursery_(nursery) {}
    bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> self) {
      nursery_.wait(self);
    }
    void await_resume() { nursery_.finish(); }

   private:
    Nursery& nursery_;
  };
  Join join() { return Join(*this); }

 private:
  class Child;
  struct Waiter : Loop::Runnable {
    void run() override { std::exchange(self, nullptr).resume(); }
    std::coroutine_handle<> self;
  };

  void wait(std::coroutine_handle<> self);
  void finish();
  void reap(Child& child);

  Context parent_;
  Cancel scope_;
  std::list<std::unique_ptr<Child>> children_;
  std::exception_ptr failure_;
  Waiter waiter_;
};

// Runs a task on a loop from outside any task until it is complete, under `scope` if given.
// Rethrows its exception.
void run(Loop& loop, Task<void> task, Cancel* scope = nullptr);

}  // namespace runtime
