#include "native/lua/desktop_pool.hpp"

#include <utility>

namespace native {

std::unique_ptr<Desktop> DesktopPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Desktop> desktop = std::move(free_.back());
      free_.pop_back();
      return desktop;
    }
  }
  return open_();
}

void DesktopPool::give_back(std::unique_ptr<Desktop> desktop) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(desktop));
}

}  // namespace native
