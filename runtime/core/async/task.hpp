#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "runtime/core/async/cancel.hpp"
#include "runtime/core/async/loop.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

// Inherited by every task from the one that awaits it.
struct Context {
  Loop* loop = nullptr;
  Cancel* cancel = nullptr;
  // number of tasks above this one; the depth of recursion of cancellation and destruction
  int depth = 0;
};

class PromiseBase {
 public:
  Context context;
  std::coroutine_handle<> parent;

  std::suspend_always initial_suspend() noexcept { return {}; }
  struct Final {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) noexcept {
      return self.promise().parent;
    }
    void await_resume() noexcept {}
  };
  Final final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { error_ = std::current_exception(); }

 protected:
  void rethrow() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }
  std::exception_ptr error_;
};

template <class T>
class Promise;

// A lazy coroutine. Move-only; owns its frame; starts when awaited and resumes its parent by
// symmetric transfer. A suspended task may be destroyed at any time, which stops its wait.
template <class T = void>
class [[nodiscard]] Task {
 public:
  using promise_type = Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  Task() = default;
  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }
  explicit operator bool() const { return static_cast<bool>(handle_); }

  // Awaits the task under `scope` instead of the surrounding cancel scope.
  auto under(Cancel& scope) && { return Awaiter(handle_, &scope); }
  auto operator co_await() && { return Awaiter(handle_, nullptr); }

 private:
  class Awaiter {
   public:
    Awaiter(Handle handle, Cancel* scope) : handle_(handle), scope_(scope) {}
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> parent) noexcept {
      auto& promise = handle_.promise();
      promise.context = parent.promise().context;
      ++promise.context.depth;
      if (scope_) promise.context.cancel = scope_;
      promise.parent = parent;
      return handle_;
    }
    T await_resume() { return handle_.promise().take(); }

   private:
    Handle handle_;
    Cancel* scope_;
  };

  Handle handle_;
};

template <class T>
class Promise : public PromiseBase {
 public:
  Task<T> get_return_object() {
    return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
  }
  template <class U>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  T take() {
    rethrow();
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class Promise<void> : public PromiseBase {
 public:
  Task<void> get_return_object() {
    return Task<void>(std::coroutine_handle<Promise>::from_promise(*this));
  }
  void return_void() {}
  void take() { rethrow(); }
};

// Returns the coroutine's own context without suspending: `co_await current_context()`.
class CurrentContext {
 public:
  CurrentContext() {}
  bool await_ready() const noexcept { return false; }
  template <class P>
  bool await_suspend(std::coroutine_handle<P> self) noexcept {
    context_ = self.promise().context;
    return false;
  }
  Context await_resume() const noexcept { return context_; }

 private:
  Context context_;
};
inline CurrentContext current_context() { return CurrentContext(); }

}  // namespace runtime
