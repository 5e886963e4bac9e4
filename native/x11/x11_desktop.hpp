#pragma once

#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

// Opens the desktop of an X server. Searches for it and connects at first use; replaces a dead
// connection at the next use.
std::unique_ptr<Desktop> open_x11(SessionRoots roots = SessionRoots::system());

}  // namespace native
