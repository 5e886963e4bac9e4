#include "runtime/core/async/wake.hpp"

#include <uv.h>

#include <utility>

namespace runtime {

// Outlives the Wake until libuv has closed the handle.
struct Wake::Box {
  uv_async_t handle;
  std::function<void()> woken;
};

void Wake::Sender::send() {
  const std::lock_guard lock(mutex_);
  if (handle_) uv_async_send(handle_);
}

Wake::Wake(Loop& loop, std::function<void()> woken)
    : box_(new Box), sender_(std::make_shared<Sender>()) {
  box_->woken = std::move(woken);
  uv_async_init(loop.handle(), &box_->handle, [](uv_async_t* handle) {
    const Box& box = *static_cast<Box*>(handle->data);
    if (box.woken) box.woken();
  });
  box_->handle.data = box_;
  sender_->handle_ = &box_->handle;
  expect(false);
}

Wake::~Wake() {
  {
    const std::lock_guard lock(sender_->mutex_);
    sender_->handle_ = nullptr;
  }
  box_->woken = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->handle),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

void Wake::expect(bool expected) {
  auto* handle = reinterpret_cast<uv_handle_t*>(&box_->handle);
  if (expected)
    uv_ref(handle);
  else
    uv_unref(handle);
}

}  // namespace runtime
