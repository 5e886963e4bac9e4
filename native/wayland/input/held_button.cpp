#include "native/wayland/input/held_button.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace native::wayland {
namespace {

constexpr std::chrono::milliseconds kBetweenChecks{20};

}  // namespace

HeldButton::HeldButton(Devices& devices, Button button, std::function<void()> check)
    : devices_(devices), button_(button) {
  devices_.button(button_, true);
  thread_ = std::thread([this, check = std::move(check)] { watch(check); });
}

HeldButton::~HeldButton() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  thread_.join();
  let_go();
}

void HeldButton::watch(const std::function<void()>& check) {
  const Deadline end = std::chrono::steady_clock::now() + kMaxButtonHold;
  std::unique_lock lock(mutex_);
  while (!ending_ && std::chrono::steady_clock::now() < end) {
    // Uses system_clock, because this compiler's thread sanitizer does not know waits on
    // steady_clock.
    changed_.wait_until(lock, std::chrono::system_clock::now() + kBetweenChecks);
    if (ending_ || !devices_.is_down(button_)) return;
    lock.unlock();
    try {
      if (check) check();
    } catch (const std::exception&) {
      return let_go();
    }
    lock.lock();
  }
  if (!ending_) let_go();
}

void HeldButton::let_go() {
  if (!devices_.is_down(button_)) return;
  devices_.button(button_, false);
  devices_.flush();
}

}  // namespace native::wayland
