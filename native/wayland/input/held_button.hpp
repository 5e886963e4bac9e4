#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "native/desktop/input.hpp"
#include "native/wayland/input/devices.hpp"

namespace native::wayland {

// A button of the pointer that stays down between acts. The destructor lets go.
class HeldButton {
 public:
  // Presses it. Lets go, on a thread of this object's, when `check` throws or kMaxButtonHold is
  // over; `check` is called every few milliseconds, and may be empty. `devices` outlive
  // this object.
  HeldButton(Devices& devices, Button button, std::function<void()> check);
  ~HeldButton();
  HeldButton(const HeldButton&) = delete;
  HeldButton& operator=(const HeldButton&) = delete;

  Button button() const { return button_; }

 private:
  void watch(const std::function<void()>& check);
  void let_go();

  Devices& devices_;
  const Button button_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace native::wayland
