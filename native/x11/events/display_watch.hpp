#pragma once

#include <vector>

#include "native/desktop/events.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Watches the layout of the monitors (RandR), or the size of the root window on a server without
// RandR.
class DisplayWatch {
 public:
  explicit DisplayWatch(Connection& connection) : connection_(connection) {}

  // With `before`, reports a layout that differs from it as a change.
  void want(bool wanted, const std::vector<Display>* before);
  void take(const xcb_generic_event_t& event);
  bool marked() const { return changed_; }
  void collect(std::size_t room, std::vector<Event>& out);
  const std::vector<Display>& displays() const { return displays_; }

 private:
  void select();

  Connection& connection_;
  std::vector<Display> displays_;
  bool wanted_ = false;
  bool changed_ = false;
  int first_event_ = 0;
};

}  // namespace native::x11
