#pragma once

#include <memory>
#include <vector>

#include "native/wayland/connection.hpp"
#include "native/wayland/screen_pictures.hpp"

namespace native::wayland {

// Says how windows are captured by the compositor's protocols, or that they are not.
std::vector<Capability> window_pixels(const Connection& connection);

bool can_copy_screens(const Connection& connection);
// Takes pictures by the compositor's protocols, without asking anybody.
std::unique_ptr<ScreenPictures> copied_screens(Connection& connection);

}  // namespace native::wayland
