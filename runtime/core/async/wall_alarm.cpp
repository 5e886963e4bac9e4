#include "runtime/core/async/wall_alarm.hpp"

#include <sys/timerfd.h>
#include <unistd.h>
#include <uv.h>

#include <utility>

namespace runtime {

// Outlives the wait until libuv has closed the handle.
struct WallAlarm::Box {
  uv_poll_t handle;
  int descriptor;
  WallAlarm* owner;
};

void WallAlarm::start(Loop& loop) {
  const int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  itimerspec when = {};
  when.it_value.tv_sec = moment_;
  const int how = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
  if (descriptor < 0 || timerfd_settime(descriptor, how, &when, nullptr) != 0) {
    if (descriptor >= 0) close(descriptor);
    failed_ = true;
    return complete();
  }
  box_ = new Box{{}, descriptor, this};
  uv_poll_init(loop.handle(), &box_->handle, descriptor);
  box_->handle.data = box_;
  uv_poll_start(&box_->handle, UV_READABLE, [](uv_poll_t* handle, int, int) {
    WallAlarm* owner = static_cast<Box*>(handle->data)->owner;
    owner->stop();
    owner->complete();
  });
}

void WallAlarm::stop() {
  if (!box_) return;
  uv_poll_stop(&box_->handle);
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->handle), [](uv_handle_t* handle) {
    Box* box = static_cast<Box*>(handle->data);
    close(box->descriptor);
    delete box;
  });
  box_ = nullptr;
}

void WallAlarm::await_resume() const {
  check();
  if (failed_)
    throw Error("INTERNAL_ERROR", "no timer left in the system",
                "Close files that are no longer needed.");
}

}  // namespace runtime
