#pragma once

#include "native/desktop/desktop.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Captures any target; see native::Capture. Strips arrive while the display server is grabbed.
void capture_target(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline);

// Captures one window by the first method that is certain to be right: the pixmap of a composited
// desktop, the window itself where it is unobscured, a redirection of our own.
void capture_window(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline);

}  // namespace native::x11
