#include "native/dbus/dbus_session_lock.hpp"

namespace native {

std::unique_ptr<SessionLock> open_session_lock() {
  return open_dbus_session_lock(LockRoots::system());
}

}  // namespace native
