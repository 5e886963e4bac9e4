#include "native/dbus/dbus_file_managers.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

std::unique_ptr<FileManagers> open_file_managers() {
  return open_dbus_file_managers([] { return find_session_bus(SessionRoots::system()); });
}

}  // namespace native
