#pragma once

#include <memory>

#include "native/desktop/events.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// Reports the events of an X server. Connects when something is first wanted, and again after a
// loss.
std::unique_ptr<Events> listen_to_x11(SessionRoots roots);

}  // namespace native
