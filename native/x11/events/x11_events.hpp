#pragma once

#include <memory>

#include "native/desktop/events.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// What happens on an X server. Connects when something is first wanted, and anew after a loss.
std::unique_ptr<Events> listen_to_x11(SessionRoots roots);

}  // namespace native
