#pragma once

#include <utility>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/task.hpp"

namespace native {

// Whether a connection to the desktop is being made before it is needed. Used on the loop; owned by
// DesktopService, outlives the waits.
class EarlyConnection {
 public:
  // Marks the connection as being made while this lives.
  class Making {
   public:
    explicit Making(EarlyConnection& early) : early_(early) { early_.making_ = true; }
    ~Making() {
      early_.making_ = false;
      early_.made_.notify_all();
    }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

   private:
    EarlyConnection& early_;
  };

  // Waits until the connection has been made, then runs `task`.
  template <class T>
  runtime::Task<T> before(runtime::Task<T> task) {
    while (making_) co_await made_.wait();
    T result = co_await std::move(task);
    co_return result;
  }

 private:
  bool making_ = false;
  runtime::Condition made_;
};

}  // namespace native
