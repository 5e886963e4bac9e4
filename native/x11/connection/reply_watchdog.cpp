#include "native/x11/connection/reply_watchdog.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <utility>

namespace native::x11 {

std::shared_ptr<ReplyWatchdog> ReplyWatchdog::shared() {
  static std::mutex mutex;
  static std::weak_ptr<ReplyWatchdog> current;
  const std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<ReplyWatchdog> found = current.lock();
  if (!found) {
    found = std::make_shared<ReplyWatchdog>();
    current = found;
  }
  return found;
}

ReplyWatchdog::ReplyWatchdog() : thread_([this] { run(); }) {}

ReplyWatchdog::~ReplyWatchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ReplyWatchdog::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ending_) {
    const Deadline now = std::chrono::steady_clock::now();
    Deadline next = now + std::chrono::hours(1);
    for (auto& [owner, entry] : entries_) {
      if (entry.fired) continue;
      if (entry.deadline <= now) {
        entry.act();
        entry.fired = true;
      } else if (entry.deadline < next) {
        next = entry.deadline;
      }
    }
    // Uses system_clock, because this compiler's thread sanitizer does not know waits on
    // steady_clock.
    const auto pause = std::chrono::ceil<std::chrono::microseconds>(next - now);
    changed_.wait_until(lock, std::chrono::system_clock::now() + pause);
  }
}

void ReplyWatchdog::add(const void* owner, Deadline deadline, std::function<void()> act) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_[owner] = {deadline, std::move(act), false};
  }
  changed_.notify_one();
}

void ReplyWatchdog::remove(const void* owner) {
  const std::lock_guard<std::mutex> lock(mutex_);
  entries_.erase(owner);
}

Watch::Watch(std::shared_ptr<ReplyWatchdog> watchdog, int socket, Deadline deadline)
    : watchdog_(std::move(watchdog)), descriptor_(::fcntl(socket, F_DUPFD_CLOEXEC, 0)) {
  watchdog_->add(this, deadline, [descriptor = descriptor_] { ::shutdown(descriptor, SHUT_RDWR); });
}

Watch::~Watch() {
  watchdog_->remove(this);
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Watch::fired() const {
  const std::lock_guard<std::mutex> lock(watchdog_->mutex_);
  const auto found = watchdog_->entries_.find(this);
  return found != watchdog_->entries_.end() && found->second.fired;
}

Lease::Lease(std::shared_ptr<ReplyWatchdog> watchdog, Deadline deadline, std::function<void()> act)
    : watchdog_(std::move(watchdog)) {
  watchdog_->add(this, deadline, std::move(act));
}

Lease::~Lease() { watchdog_->remove(this); }

}  // namespace native::x11
