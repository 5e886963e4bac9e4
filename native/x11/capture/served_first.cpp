#include "native/x11/capture/served_first.hpp"

#include <xcb/sync.h>

#include "native/x11/connection/reply.hpp"

namespace native::x11 {
namespace {

// Ours is 0, like that of nearly all clients.
constexpr std::int32_t kAboveOurs = 1;

}  // namespace

ServedFirst::ServedFirst(Connection& connection, xcb_window_t window)
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

ServedFirst::~ServedFirst() {
  if (!before_) return;
  xcb_sync_set_priority(connection_.raw(), window_, *before_);
  xcb_flush(connection_.raw());
}

}  // namespace native::x11
