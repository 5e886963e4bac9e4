#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "native/desktop/elements.hpp"

namespace native {

// Connections to the programs' elements for worker threads: each job borrows one.
class ElementsPool {
 public:
  using Open = std::function<std::unique_ptr<Elements>()>;
  explicit ElementsPool(Open open) : open_(std::move(open)) {}

  // Returns one that nobody uses. "UNSUPPORTED" when none can be opened here.
  std::unique_ptr<Elements> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      if (!open_) throw Error("UNSUPPORTED", "elements cannot be read here");
      return open_();
    }
    std::unique_ptr<Elements> elements = std::move(free_.back());
    free_.pop_back();
    return elements;
  }
  void give_back(std::unique_ptr<Elements> elements) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(elements));
  }

  // Returns one to the pool at the end of a scope.
  struct Return {
    ElementsPool& pool;
    std::unique_ptr<Elements>& elements;
    ~Return() { pool.give_back(std::move(elements)); }
  };

 private:
  const Open open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Elements>> free_;
};

}  // namespace native
