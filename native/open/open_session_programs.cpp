#include "native/dbus/dbus_session_programs.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

std::unique_ptr<SessionPrograms> open_session_programs() {
  return open_dbus_session_programs([] { return find_session_bus(SessionRoots::system()); });
}

}  // namespace native
