#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "native/desktop/input.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// A button that stays down between acts. It is written on the root window together with a window of
// this object's connection, so that every process can tell a button that is meant to be down from
// one that a killed process has left. The destructor lets go, unless somebody did so before.
class HeldButton {
 public:
  // Writes it down; who presses it does so next. `connection` is for this object alone.
  HeldButton(std::unique_ptr<Connection> connection, Button button);
  ~HeldButton();
  HeldButton(const HeldButton&) = delete;
  HeldButton& operator=(const HeldButton&) = delete;

  // Lets go when `check` throws or kMaxButtonHold is over. `check` is called every few milliseconds
  // on a thread of this object's; it may be empty.
  void watch(std::function<void()> check);

 private:
  template <class Work>
  bool with_server(const Work& work);
  void run(const std::function<void()>& check);
  bool is_ours();
  void let_go();

  std::unique_ptr<Connection> connection_;
  const std::uint8_t button_;
  xcb_window_t window_ = XCB_WINDOW_NONE;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

// Returns the button that a living process keeps down; 0 for none.
std::uint8_t held_button(Connection& connection);
// Forgets it; the caller has released it.
void forget_button(Connection& connection);
// Releases the button of a process that was killed.
void mend_button(Connection& connection);

}  // namespace native::x11
