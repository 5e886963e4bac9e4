#pragma once

#include <optional>

#include "native/wayland/connection.hpp"
#include "native/wayland/raw_picture.hpp"

namespace native::wayland {

// Takes a picture of a screen by zwlr_screencopy_manager_v1, without cursor. `transform` is the
// screen's. Nothing when the compositor does not offer it; "CAPTURE_FAILED" when it refuses.
std::optional<RawPicture> copy_screen(Connection& connection, wl_output* output,
                                      std::uint32_t transform, Deadline deadline);

bool offers_screencopy(const Connection& connection);

}  // namespace native::wayland
