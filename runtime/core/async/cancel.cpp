#include "runtime/core/async/cancel.hpp"

namespace runtime {

Cancel::Cancel(Cancel* parent) {
  if (!parent) return;
  from_parent_.scope = this;
  if (parent->fired()) {
    fired_ = true;
    return;
  }
  parent->add(from_parent_);
}

void Cancel::fire() {
  if (fired_) return;
  fired_ = true;
  while (hooks_.linked()) {
    Hook* hook = static_cast<Hook*>(hooks_.next());
    hook->unhook();
    hook->on_cancel();
  }
}

}  // namespace runtime
