#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

#include "native/desktop/records.hpp"

namespace native {

// Lets one thread in at a time, in the order in which they came.
class FairQueue {
 public:
  // False when the deadline passed first; then leave() is not due.
  bool enter(Deadline deadline);
  void leave();
  // Inside and waiting.
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable moved_;
  std::deque<std::uint64_t> tickets_;  // the front one is inside
  std::uint64_t next_ = 0;
};

}  // namespace native
