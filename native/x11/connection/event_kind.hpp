#pragma once

#include <xcb/xcb.h>

namespace native::x11 {

// Returns the number of an event without the "sent by a client" bit; 0 for an error.
inline int event_kind(const xcb_generic_event_t& event) { return event.response_type & 0x7F; }
inline bool sent_by_client(const xcb_generic_event_t& event) {
  return (event.response_type & 0x80) != 0;
}

}  // namespace native::x11
