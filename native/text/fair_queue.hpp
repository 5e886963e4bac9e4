#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

#include "native/desktop/records.hpp"

namespace native {

// Admits one thread at a time, in the order of arrival.
class FairQueue {
 public:
  // Returns false when the deadline passed first; leave() must not be called then.
  bool enter(Deadline deadline);
  void leave();
  // Returns the number of threads, admitted and waiting.
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable moved_;
  std::deque<std::uint64_t> tickets_;  // the front one is admitted
  std::uint64_t next_ = 0;
};

}  // namespace native
