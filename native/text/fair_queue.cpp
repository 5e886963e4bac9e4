#include "native/text/fair_queue.hpp"

#include <algorithm>

namespace native {

bool FairQueue::enter(Deadline deadline) {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_++;
  tickets_.push_back(ticket);
  if (moved_.wait_until(lock, deadline, [&] { return tickets_.front() == ticket; })) return true;
  tickets_.erase(std::find(tickets_.begin(), tickets_.end(), ticket));
  return false;
}

void FairQueue::leave() {
  const std::lock_guard lock(mutex_);
  tickets_.pop_front();
  moved_.notify_all();
}

std::size_t FairQueue::size() const {
  const std::lock_guard lock(mutex_);
  return tickets_.size();
}

}  // namespace native
