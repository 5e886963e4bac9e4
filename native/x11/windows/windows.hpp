#pragma once

#include <optional>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/window_details.hpp"

namespace native::x11 {

// What counts as an application's window at this moment, front-most first, with what holds each of
// them.
std::vector<Candidate> find_candidates(Connection& connection, const ManagerState& manager);

// The one of `windows` that has the focus, or XCB_WINDOW_NONE.
xcb_window_t find_focused(Connection& connection, const ManagerState& manager,
                          const std::vector<Window>& windows);

// All application windows, front-most first; a handful of round trips whatever their number.
// Without a window manager: the mapped windows of the tree, without pop-ups.
std::vector<Window> list_windows(Connection& connection);

// The window that has the focus: the manager's active window, else the server's input focus;
// without a manager and without a focused window, the one under the pointer, else the top-most.
std::optional<Window> find_frontmost(Connection& connection);

}  // namespace native::x11
