#include "native/gate/last_windows.hpp"

namespace native {

// An AI client keeps its window from call to call; others within one call.
LastWindows::Key LastWindows::key_of(const runtime::Caller& caller) {
  return {caller.kind, caller.peer, caller.session, caller.is_foreign() ? 0 : caller.call};
}

LastWindows::Last LastWindows::of(const runtime::Caller& caller) const {
  const std::lock_guard lock(mutex_);
  const auto found = windows_.find(key_of(caller));
  return found == windows_.end() ? Last() : found->second;
}

void LastWindows::set(const runtime::Caller& caller, Last last) {
  const std::lock_guard lock(mutex_);
  if (windows_.size() >= kMax) windows_.clear();
  windows_[key_of(caller)] = last;
}

}  // namespace native
