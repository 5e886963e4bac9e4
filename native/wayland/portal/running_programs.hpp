#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/linux/desktop_session.hpp"

namespace native::wayland {

// Returns one window for each process, as if it might have one somewhere on the screen: where
// nothing tells the windows, only a program that does not run shows none for certain. Bears the
// names of the process in place of WM_CLASS. Processes whose environment belongs to another session
// are left out. `display`: of the X programs of this session; "" when it has none.
std::vector<Window> windows_that_may_be(const SessionRoots& roots, const std::string& display);

}  // namespace native::wayland
