#pragma once

#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/screen_pictures.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// `windows`: null when nothing tells them. `why`: how the compositor was found.
std::vector<Capability> describe_capabilities(const Connection& connection,
                                              const WindowSource* windows, ScreenPictures& screens,
                                              const std::string& why, Deadline deadline);

}  // namespace native::wayland
