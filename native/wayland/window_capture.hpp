#pragma once

#include "native/desktop/desktop.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Captures a window as the compositor renders it by its identity, never a part of a screen.
// `x11` captures windows of X programs where the compositor cannot; null without an X display.
void capture_window(Connection& connection, WindowSource& source, Desktop* x11,
                    const CaptureTarget& target, StripSink& sink, Deadline deadline);

}  // namespace native::wayland
