#pragma once

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The next event, waited for until `until`; null when none came. Unlike xcb_wait_for_event it gives
// up without ending the connection.
Owned<xcb_generic_event_t> next_event(Connection& connection, Deadline until);

// The number of an event without the "sent by a client" bit.
inline int event_kind(const xcb_generic_event_t& event) { return event.response_type & 0x7F; }
inline bool sent_by_client(const xcb_generic_event_t& event) {
  return (event.response_type & 0x80) != 0;
}

// A moment before `deadline`: when to give up waiting for a program, so that the answer still
// leaves us in time and the connection survives.
Deadline patience(Deadline deadline);

// Listens to events of one window while it lives.
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
