#pragma once

#include <functional>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/upright.hpp"

namespace native::wayland {

// Returns the windows of this moment, front-most first.
using ListWindows = std::function<std::vector<Window>()>;

// Takes the picture of one of the screens.
using TakeScreen =
    std::function<UprightPicture(const Output& output, const std::vector<Output>& outputs)>;

// Captures the desktop or a screen. Excluded windows are looked for before and after the pixels.
void capture_screens(Connection& connection, const CaptureTarget& target, const TakeScreen& take,
                     const ListWindows& list, StripSink& sink, Deadline deadline);

// Hands a picture over. `info` has its place; its size becomes that of the part of it that
// `target` wants.
void deliver(UprightPicture& picture, FrameInfo info, const CaptureTarget& target, StripSink& sink);

}  // namespace native::wayland
