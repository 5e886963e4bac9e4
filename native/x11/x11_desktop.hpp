#pragma once

#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// The desktop of an X server. Nothing is looked for or connected before the first use; a connection
// that died is replaced at the next.
std::unique_ptr<Desktop> open_x11(SessionRoots roots = SessionRoots::system());

}  // namespace native
