#include "native/x11/windows/ping.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

std::uint32_t next_token() {
  static std::atomic<std::uint32_t> counter{0};
  return (static_cast<std::uint32_t>(::getpid()) << 16) + counter.fetch_add(1) + 1;
}

}  // namespace

Ping::Ping(Connection& connection, xcb_window_t window)
    : connection_(connection),
      window_(window),
      protocols_(ask_property(connection, window, connection.atom(Atom::kWmProtocols), 256)) {}

bool Ping::taken() {
  if (!taken_) {
    const std::vector<std::uint32_t> protocols = numbers_of(protocols_.wait().get());
    taken_ = std::find(protocols.begin(), protocols.end(), connection_.atom(Atom::kNetWmPing)) !=
             protocols.end();
  }
  return *taken_;
}

void Ping::send() {
  token_ = next_token();
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window_;
  event.type = connection_.atom(Atom::kWmProtocols);
  event.data.data32[0] = connection_.atom(Atom::kNetWmPing);
  event.data.data32[1] = token_;
  event.data.data32[2] = window_;
  xcb_send_event(connection_.raw(), 0, window_, XCB_EVENT_MASK_NO_EVENT,
                 reinterpret_cast<const char*>(&event));
}

bool Ping::answered_by(const xcb_generic_event_t& event) {
  if (token_ == 0 || event_kind(event) != XCB_CLIENT_MESSAGE) return false;
  const auto& message = reinterpret_cast<const xcb_client_message_event_t&>(event);
  if (message.type != connection_.atom(Atom::kWmProtocols) || message.format != 32) return false;
  if (message.data.data32[0] != connection_.atom(Atom::kNetWmPing) ||
      message.data.data32[1] != token_ || message.data.data32[2] != window_) {
    return false;
  }
  token_ = 0;
  return true;
}

}  // namespace native::x11
