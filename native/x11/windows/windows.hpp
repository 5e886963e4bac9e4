#pragma once

#include <optional>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/window_details.hpp"

namespace native::x11 {

// Returns the windows of applications at this moment, front-most first, each with the root's child
// that contains it.
std::vector<Candidate> find_candidates(Connection& connection, const ManagerState& manager);

// Returns the one of `windows` that has the focus, or XCB_WINDOW_NONE.
xcb_window_t find_focused(Connection& connection, const ManagerState& manager,
                          const std::vector<Window>& windows);

// Returns all application windows, front-most first; takes a few round trips for any number of
// windows. Without a window manager: the mapped windows of the tree, without pop-ups.
std::vector<Window> list_windows(Connection& connection);

// Returns the focused window: the window manager's active window, else the server's input focus;
// without a window manager and a focused window, the one under the pointer, else the top-most.
std::optional<Window> find_frontmost(Connection& connection);

}  // namespace native::x11
