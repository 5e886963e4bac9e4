#include "native/x11/clipboard/selection_window.hpp"

#include "native/x11/connection/errors.hpp"
#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {

SelectionWindow::SelectionWindow(Connection& connection)
    : connection_(connection), id_(xcb_generate_id(connection.raw())) {
  const std::uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_create_window(connection.raw(), 0, id_, connection.root(), -1, -1, 1, 1, 0,
                    XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &mask);
}

SelectionWindow::~SelectionWindow() { xcb_destroy_window(connection_.raw(), id_); }

xcb_timestamp_t SelectionWindow::server_time(xcb_atom_t property, Deadline deadline,
                                             const Other& other) {
  xcb_change_property(connection_.raw(), XCB_PROP_MODE_APPEND, id_, property, XCB_ATOM_INTEGER, 32,
                      0, nullptr);
  while (const auto event = next_event(connection_, deadline)) {
    const auto& change = reinterpret_cast<const xcb_property_notify_event_t&>(*event);
    const bool ours = event_kind(*event) == XCB_PROPERTY_NOTIFY && change.window == id_ &&
                      change.atom == property;
    if (ours) return change.time;
    other(*event);
  }
  throw late_error(connection_.name().text);
}

xcb_window_t owner_of(Connection& connection, xcb_atom_t selection) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_get_selection_owner_reply> asked(c, xcb_get_selection_owner(c, selection));
  const auto reply = asked.wait();
  return reply ? reply->owner : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
}

}  // namespace native::x11
