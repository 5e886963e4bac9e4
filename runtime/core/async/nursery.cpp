#include "runtime/core/async/nursery.hpp"

#include <cstdio>

namespace runtime {

namespace {

// The outermost coroutine of a child: awaits the task and stores its failure.
class Root {
 public:
  struct promise_type {
    Context context;
    Loop::Runnable* finished = nullptr;

    Root get_return_object() {
      return Root(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> self) noexcept {
        self.promise().context.loop->post(*self.promise().finished);
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() noexcept { failure = std::current_exception(); }
    std::exception_ptr failure;
  };

  explicit Root(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Root(Root&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Root() {
    if (handle_) handle_.destroy();
  }
  promise_type& promise() { return handle_.promise(); }
  void start() { handle_.resume(); }
  bool done() const { return handle_.done(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

Root make_root(Task<void> task) { co_await std::move(task); }

bool is_cancellation(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Cancelled&) {
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

// Posted twice: to begin, and to be destroyed.
class Nursery::Child final : public Loop::Runnable {
 public:
  Child(Nursery& nursery, Task<void> task, Cancel& scope)
      : nursery_(nursery), root_(make_root(std::move(task))) {
    root_.promise().context = Context{nursery.parent_.loop, &scope, nursery.parent_.depth + 1};
    root_.promise().finished = this;
  }

  void run() override {
    if (!started_) {
      started_ = true;
      root_.start();
      return;
    }
    nursery_.reap(*this);
  }

  std::exception_ptr failure() { return root_.promise().failure; }
  std::list<std::unique_ptr<Child>>::iterator position;

 private:
  Nursery& nursery_;
  Root root_;
  bool started_ = false;
};

Nursery::Nursery(const Context& parent) : parent_(parent), scope_(parent.cancel) {}

Nursery::~Nursery() { children_.clear(); }

void Nursery::start(Task<void> task, Cancel* scope) {
  auto child = std::make_unique<Child>(*this, std::move(task), scope ? *scope : scope_);
  Child& started = *child;
  started.position = children_.insert(children_.end(), std::move(child));
  parent_.loop->post(started);
}

void Nursery::reap(Child& child) {
  const std::exception_ptr failure = child.failure();
  const auto owned = std::move(*child.position);
  children_.erase(child.position);
  if (failure && !failure_ && !is_cancellation(failure)) {
    failure_ = failure;
    scope_.fire();
  }
  if (children_.empty() && waiter_.self) parent_.loop->post(waiter_);
}

void Nursery::wait(std::coroutine_handle<> self) {
  waiter_.self = self;
  if (children_.empty()) parent_.loop->post(waiter_);
}

void Nursery::finish() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (parent_.cancel && parent_.cancel->fired()) throw Cancelled();
}

namespace {

// Posted twice: to begin, and when the task has ended.
struct Only : Loop::Runnable {
  explicit Only(Root& only) : root(only) {}
  void run() override {
    done = started;
    if (!std::exchange(started, true)) root.start();
  }
  Root& root;
  bool started = false;
  bool done = false;
};

}  // namespace

void run(Loop& loop, Task<void> task, Cancel* scope) {
  Cancel own;
  Root root = make_root(std::move(task));
  Only only(root);
  root.promise().context = Context{&loop, scope ? scope : &own, 0};
  root.promise().finished = &only;
  loop.post(only);
  loop.run_until(only.done);
  if (!only.done) throw Error("INTERNAL_ERROR", "task waits for an event that can never happen");
  if (const std::exception_ptr failure = root.promise().failure) std::rethrow_exception(failure);
}

}  // namespace runtime
