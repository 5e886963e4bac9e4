#pragma once

#include <optional>

#include "native/wayland/connection.hpp"
#include "native/wayland/raw_picture.hpp"
#include "native/wayland/toplevels.hpp"

// Pictures by ext_image_copy_capture_manager_v1, without cursor. Each is a session of its own: the
// second frame of one comes only after something has been painted.
namespace native::wayland {

bool offers_screen_copy(const Connection& connection);
bool offers_window_copy(const Connection& connection);

// Nothing when the compositor does not offer it; "CAPTURE_FAILED" when it refuses.
std::optional<RawPicture> image_of_screen(Connection& connection, wl_output* output,
                                          Deadline deadline);
// The window by itself, whatever covers it. "WINDOW_NOT_FOUND" when it closes meanwhile.
std::optional<RawPicture> image_of_window(Connection& connection, const Toplevel& window,
                                          Deadline deadline);

}  // namespace native::wayland
