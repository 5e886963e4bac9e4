#include "runtime/core/async/awaitable.hpp"

namespace runtime {

void Awaitable::suspend(std::coroutine_handle<> self, const Context& context) {
  self_ = self;
  loop_ = context.loop;
  if (context.cancel->fired()) {
    cancelled_ = true;
    loop_->post(*this);
    return;
  }
  context.cancel->add(*this);
  start(*loop_);
}

void Awaitable::complete() {
  unhook();
  loop_->post(*this);
}

void Awaitable::on_cancel() {
  stop();
  cancelled_ = true;
  loop_->post(*this);
}

}  // namespace runtime
