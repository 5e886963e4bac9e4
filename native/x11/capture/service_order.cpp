#include "native/x11/capture/service_order.hpp"

#include <xcb/sync.h>

#include <cstdint>
#include <optional>

#include "native/x11/connection/reply.hpp"

namespace native::x11 {
namespace {

// Ours is 0, like that of nearly all clients.
constexpr std::int32_t kAboveOurs = 1;

// Has the server serve an application before us, as long as this object lives.
class ServedFirst {
 public:
  // Makes one round trip.
  ServedFirst(Connection& connection, xcb_window_t window)
      : connection_(connection), window_(window) {
    xcb_connection_t* c = connection_.raw();
    const auto* extension = xcb_get_extension_data(c, &xcb_sync_id);
    if (extension == nullptr || extension->present == 0) return;
    Ask<xcb_sync_get_priority_reply> asked(c, xcb_sync_get_priority(c, window_));
    const auto reply = asked.wait();
    if (!reply || reply->priority >= kAboveOurs) return;
    before_ = reply->priority;
    xcb_sync_set_priority(c, window_, kAboveOurs);
  }
  ~ServedFirst() {
    if (!before_) return;
    xcb_sync_set_priority(connection_.raw(), window_, *before_);
    xcb_flush(connection_.raw());
  }
  ServedFirst(const ServedFirst&) = delete;
  ServedFirst& operator=(const ServedFirst&) = delete;

 private:
  Connection& connection_;
  xcb_window_t window_;
  std::optional<std::int32_t> before_;  // the application's own priority, if it was changed
};

}  // namespace

void wait_until_served(Connection& connection, xcb_window_t window) {
  const ServedFirst first(connection, window);
  Ask<xcb_get_input_focus_reply> asked(connection.raw(), xcb_get_input_focus(connection.raw()));
  asked.wait();
}

}  // namespace native::x11
