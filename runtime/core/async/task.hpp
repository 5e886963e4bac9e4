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

// What every task inherits from the one that awaits it.
struct Context {
  Loop* loop = nullptr;
  Cancel* cancel = nullptr;
  int depth = 0;  // tasks above this one; cancelling and destroying recurse as deep
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

// A lazy computation that may wait. Move-only; owns its frame; runs when awaited and hands over by
// symmetric transfer. Destroying one that is suspended is legal at any time and stops what it waits
// for.
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

  // Awaits under another cancel scope than the surrounding one.
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

// `co_await current_context()` tells a coroutine its own context; does not wait.
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
