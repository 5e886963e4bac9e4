#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "native/desktop/input.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/input/virtual_devices.hpp"

namespace native::wayland {

// A button of the virtual pointer that stays down between acts. The destructor lets go.
class HeldButton {
 public:
  // Presses it. Lets go, on a thread of this object's, when `check` throws or kMaxButtonHold is
  // over; `check` is called every few milliseconds, and may be empty. `devices` and `connection`
  // outlive this object.
  HeldButton(VirtualDevices& devices, Connection& connection, Button button,
             std::function<void()> check);
  ~HeldButton();
  HeldButton(const HeldButton&) = delete;
  HeldButton& operator=(const HeldButton&) = delete;

  Button button() const { return button_; }

 private:
  void watch(const std::function<void()>& check);
  void let_go();

  VirtualDevices& devices_;
  Connection& connection_;
  const Button button_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace native::wayland
