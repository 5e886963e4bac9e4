#pragma once

#include <utility>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/task.hpp"

namespace native {

// Whether a connection to the desktop is being made ahead of its use. On the loop; owned by
// DesktopService, outlives the waits.
class EarlyConnection {
 public:
  // Under way while this lives.
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

  // Lets the connection be made first, then runs `task`.
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
