#include "native/dbus/dbus_notifications.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

std::unique_ptr<Notifications> open_notifications() {
  return open_dbus_notifications([] { return find_session_bus(SessionRoots::system()); });
}

}  // namespace native
