#include "runtime/core/doorbell.hpp"

#include <uv.h>

namespace runtime {

struct Doorbell::Box {
  uv_async_t handle;
  Doorbell* bell;
};

Doorbell::Doorbell(Loop& loop) : box_(new Box) {
  uv_async_init(loop.handle(), &box_->handle, [](uv_async_t* handle) {
    if (Doorbell* bell = static_cast<Box*>(handle->data)->bell) bell->rung.notify_all();
  });
  box_->bell = this;
  box_->handle.data = box_;
}

Doorbell::~Doorbell() {
  box_->bell = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->handle),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

void Doorbell::ring() { uv_async_send(&box_->handle); }

}  // namespace runtime
