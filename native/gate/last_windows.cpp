#include "native/gate/last_windows.hpp"

namespace native {

// An AI client keeps its window from call to call; others within one call.
LastWindows::Key LastWindows::key_of(const runtime::Caller& caller) {
  return {caller.kind, caller.peer, caller.session, caller.is_foreign() ? 0 : caller.call};
}

std::uint64_t LastWindows::of(const runtime::Caller& caller) const {
  const std::lock_guard lock(mutex_);
  const auto found = windows_.find(key_of(caller));
  return found == windows_.end() ? 0 : found->second;
}

void LastWindows::set(const runtime::Caller& caller, std::uint64_t window) {
  const std::lock_guard lock(mutex_);
  if (windows_.size() >= kMax) windows_.clear();
  windows_[key_of(caller)] = window;
}

}  // namespace native
