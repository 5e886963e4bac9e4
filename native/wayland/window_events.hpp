#pragma once

#include <memory>

#include "native/desktop/events.hpp"
#include "native/linux/desktop_session.hpp"

namespace native::wayland {

// Listens to the compositor of a session.
std::unique_ptr<Events> listen(SessionRoots roots);

}  // namespace native::wayland
