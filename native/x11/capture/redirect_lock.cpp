#include "native/x11/capture/redirect_lock.hpp"

#include <condition_variable>
#include <mutex>
#include <set>

namespace native::x11 {
namespace {

struct Turns {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::string> taken;
};

Turns& turns() {
  static Turns all;
  return all;
}

}  // namespace

Turn::Turn(const std::string& display, std::uint32_t window, Deadline until)
    : key_(display + " " + std::to_string(window)) {
  Turns& all = turns();
  std::unique_lock<std::mutex> lock(all.mutex);
  had_ = all.changed.wait_until(lock, until, [&] { return all.taken.count(key_) == 0; });
  if (had_) all.taken.insert(key_);
}

Turn::~Turn() {
  if (!had_) return;
  Turns& all = turns();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.taken.erase(key_);
  }
  all.changed.notify_all();
}

}  // namespace native::x11
