#pragma once

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_kind.hpp"

namespace native::x11 {

// Waits for the next event until `until`; returns null when there was none. Unlike
// xcb_wait_for_event it does so without ending the connection.
Owned<xcb_generic_event_t> next_event(Connection& connection, Deadline until);

// Returns a moment shortly before `deadline` at which to stop waiting for a program, so that the
// answer is still in time and the connection survives.
Deadline patience(Deadline deadline);

// Selects events of one window while it lives.
class EventSelection {
 public:
  EventSelection(Connection& connection, xcb_window_t window, std::uint32_t mask);
  ~EventSelection();
  EventSelection(const EventSelection&) = delete;
  EventSelection& operator=(const EventSelection&) = delete;

 private:
  Connection& connection_;
  xcb_window_t window_;
};

}  // namespace native::x11
