#pragma once

#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/portal/input_portal.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/screen_pictures.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// What a desktop is put together from.
struct DesktopParts {
  const Connection& connection;
  const WindowSource* windows;  // null when nothing tells them, as `silent` then says
  ScreenPictures& screens;
  const portal::InputPortal& input;  // where the compositor itself takes none
  const std::string& why;            // how the compositor was found
  const Error silent;
  const bool shares_with_x;  // the clipboard is that of the X display
};

std::vector<Capability> describe_capabilities(const DesktopParts& parts, Deadline deadline);

}  // namespace native::wayland
