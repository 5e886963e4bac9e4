#include "runtime/core/async/timer.hpp"

#include <uv.h>

#include <algorithm>
#include <cmath>

namespace runtime {

struct Alarm::Box {
  uv_timer_t timer;
  Alarm* owner;
  std::function<void()> ring;
};

void Alarm::set(Loop& loop, double seconds, std::function<void()> ring) {
  clear();
  constexpr double kTenYears = 10 * 365 * 86400.0;
  const double bounded = std::clamp(std::isnan(seconds) ? 0.0 : seconds, 0.0, kTenYears);
  box_ = new Box;
  box_->owner = this;
  box_->ring = std::move(ring);
  uv_timer_init(loop.handle(), &box_->timer);
  box_->timer.data = box_;
  uv_update_time(loop.handle());
  uv_timer_start(
      &box_->timer,
      [](uv_timer_t* timer) {
        Box* box = static_cast<Box*>(timer->data);
        if (!box->owner) return;
        const auto callback = std::move(box->ring);
        box->owner->clear();
        callback();
      },
      static_cast<std::uint64_t>(std::ceil(bounded * 1000)), 0);
}

void Alarm::clear() {
  if (!box_) return;
  box_->owner = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->timer),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
  box_ = nullptr;
}

}  // namespace runtime
