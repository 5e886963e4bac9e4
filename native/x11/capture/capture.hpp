#pragma once

#include "native/desktop/desktop.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Captures any target; see native::Capture. Strips arrive while the display server is grabbed.
void capture_target(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline);

// One window, by the first of these ways that is sure to be right: the pixmap of a compositing
// desktop, the window itself where it lies open to view, a redirection of our own.
void capture_window(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline);

// `whole` cut down to the target's region; "INVALID_ARGUMENT" when they do not meet.
Rect cut_to_region(const Rect& whole, const CaptureTarget& target);

}  // namespace native::x11
