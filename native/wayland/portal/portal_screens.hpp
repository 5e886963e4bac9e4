#pragma once

#include <memory>

#include "native/portal/screen_portal.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/screen_pictures.hpp"

namespace native::wayland {

// Takes pictures by the desktop portal. A screen must be the same afterwards.
std::unique_ptr<ScreenPictures> portal_screens(portal::ScreenPortal& portal,
                                               Connection& connection);

}  // namespace native::wayland
