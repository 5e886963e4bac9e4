#include "native/wayland/input/receiver.hpp"

#include <chrono>
#include <string>
#include <thread>

#include "native/desktop/input.hpp"
#include "native/linux/process_activity.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBusy{2000};  // without reading anything
constexpr milliseconds kSlow{50};    // from then on it may be stopped
constexpr milliseconds kReceiverPoll{1};

}  // namespace

Receiver::Receiver(const Window& window, const Connection& connection)
    : window_(window.id),
      pid_(static_cast<pid_t>(window.pid)),
      unread_(UnreadMessages::of(pid_, ::wl_display_get_fd(connection.display()))),
      at_first_(unread_ ? unread_->bytes() : 0) {}

bool Receiver::has_read_all() { return !unread_ || unread_->bytes() == 0; }

bool Receiver::reads_down_to(std::uint32_t bytes, const std::function<void()>& check) {
  if (!unread_) return true;
  std::uint32_t before = unread_->bytes();
  for (Clock::time_point since = Clock::now(); before > bytes;) {
    check();
    const Clock::duration idle = Clock::now() - since;
    if (idle > kBusy || (idle > kSlow && is_stopped())) return false;
    std::this_thread::sleep_for(kReceiverPoll);
    const std::uint32_t now = unread_->bytes();
    if (now < before) since = Clock::now();
    before = now;
  }
  return true;
}

void Receiver::wait(std::uint32_t bytes, std::int64_t typed, const std::function<void()>& check) {
  if (!reads_down_to(bytes, check)) throw_not_taken(typed);
}

void Receiver::throw_not_taken(std::int64_t typed) const {
  throw input_not_taken(window_,
                        is_stopped() ? "its process " + std::to_string(pid_) + " is stopped"
                                     : "its application does not answer",
                        typed);
}

bool Receiver::is_stopped() const {
  const std::optional<ProcessActivity> activity = process_activity("/proc", pid_);
  return activity && activity->stopped;
}

}  // namespace native::wayland
