#include "native/x11/connection/event_queue.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "native/x11/connection/socket.hpp"

namespace native::x11 {

Owned<xcb_generic_event_t> next_event(Connection& connection, Deadline until) {
  connection.flush();
  for (;;) {
    if (auto event = connection.poll_event()) return event;
    if (xcb_connection_has_error(connection.raw()) != 0) throw ConnectionLost{};
    const int left = milliseconds_left(until);
    if (left == 0) return nullptr;
    pollfd state{connection.descriptor(), POLLIN, 0};
    if (::poll(&state, 1, left) < 0 && errno != EINTR) throw ConnectionLost{};
  }
}

Deadline patience(Deadline deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return deadline -
         std::min<std::chrono::steady_clock::duration>(std::chrono::milliseconds(50), left / 4);
}

EventSelection::EventSelection(Connection& connection, xcb_window_t window, std::uint32_t mask)
    : connection_(connection), window_(window) {
  connection_.event_masks().select(window_, mask);
}

EventSelection::~EventSelection() {
  connection_.event_masks().select(window_, 0);
  xcb_flush(connection_.raw());
}

}  // namespace native::x11
