#include "native/x11/capture/redirect_lock.hpp"

#include <condition_variable>
#include <mutex>
#include <set>

namespace native::x11 {
namespace {

struct RedirectLocks {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::string> taken;
};

RedirectLocks& turns() {
  static RedirectLocks all;
  return all;
}

}  // namespace

RedirectLock::RedirectLock(const std::string& display, std::uint32_t window, Deadline until)
    : key_(display + " " + std::to_string(window)) {
  RedirectLocks& all = turns();
  std::unique_lock<std::mutex> lock(all.mutex);
  had_ = all.changed.wait_until(lock, until, [&] { return all.taken.count(key_) == 0; });
  if (had_) all.taken.insert(key_);
}

RedirectLock::~RedirectLock() {
  if (!had_) return;
  RedirectLocks& all = turns();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.taken.erase(key_);
  }
  all.changed.notify_all();
}

}  // namespace native::x11
