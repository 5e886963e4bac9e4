#include "runtime/core/io/signal_watch.hpp"

#include <signal.h>
#include <uv.h>

#include <map>

#include "runtime/core/async/condition.hpp"

namespace runtime {

namespace {

// The handling to restore: after its last watch, libuv leaves the signal at the system's default,
// which may end the program.
struct Before {
  int watches = 0;
  struct sigaction action = {};
};
std::map<int, Before>& before() {
  static std::map<int, Before> all;
  return all;
}

}  // namespace

// Outlives the watch until libuv has closed the handle.
struct SignalWatch::Box {
  uv_signal_t handle;
  int number;
  bool arrived = false;
  Condition changed;
};

SignalWatch::SignalWatch(Loop& loop, int number) : box_(new Box) {
  box_->number = number;
  uv_signal_init(loop.handle(), &box_->handle);
  box_->handle.data = box_;
  const auto on_signal = [](uv_signal_t* handle, int) {
    Box& box = *static_cast<Box*>(handle->data);
    box.arrived = true;
    box.changed.notify_all();
  };
  struct sigaction action = {};
  sigaction(number, nullptr, &action);
  if (const int failure = uv_signal_start(&box_->handle, on_signal, number); failure != 0) {
    close();
    throw Error("INTERNAL_ERROR", std::string("cannot watch the signal: ") + uv_strerror(failure));
  }
  Before& saved = before()[number];
  if (saved.watches++ == 0) saved.action = action;
}

SignalWatch::~SignalWatch() {
  uv_signal_stop(&box_->handle);
  Before& saved = before()[box_->number];
  if (--saved.watches == 0) sigaction(box_->number, &saved.action, nullptr);
  close();
}

void SignalWatch::close() {
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->handle),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

Task<void> SignalWatch::next() {
  Box* const box = box_;
  while (!box->arrived) co_await box->changed.wait();
  box->arrived = false;
}

}  // namespace runtime
