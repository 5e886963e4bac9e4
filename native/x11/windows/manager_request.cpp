#include "native/x11/windows/manager_request.hpp"

#include <algorithm>

namespace native::x11 {

void ask_manager(Connection& connection, xcb_window_t window, Atom type,
                 const std::array<std::uint32_t, 5>& data) {
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window;
  event.type = connection.atom(type);
  std::copy(data.begin(), data.end(), event.data.data32);
  xcb_send_event(connection.raw(), 0, connection.root(),
                 XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                 reinterpret_cast<const char*>(&event));
}

}  // namespace native::x11
