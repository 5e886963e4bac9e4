#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "native/desktop/desktop.hpp"

namespace native {

// Desktops for worker threads: each job borrows one for itself, so that a connection is never
// shared.
class DesktopPool {
 public:
  using Open = std::function<std::unique_ptr<Desktop>()>;
  explicit DesktopPool(Open open) : open_(std::move(open)) {}

  std::unique_ptr<Desktop> take();
  void give_back(std::unique_ptr<Desktop> desktop);
  // Gives a desktop back at the end of a scope, however that ends.
  struct Return {
    DesktopPool& pool;
    std::unique_ptr<Desktop>& desktop;
    ~Return() { pool.give_back(std::move(desktop)); }
  };

 private:
  Open open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Desktop>> free_;
};

// The desktop whose connection collects what is painted: one for all, used in turn.
struct Watcher {
  DesktopPool::Open open;
  std::timed_mutex turn;
  std::unique_ptr<Desktop> desktop;
};

}  // namespace native
