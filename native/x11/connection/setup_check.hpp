#pragma once

#include <xcb/xcb.h>

namespace native::x11 {

// Whether the server's connection setup (X11 protocol, chapter 8) holds as many formats, screens,
// depths and visuals as it says, with pixel formats that the protocol knows: xcb walks through it
// without looking.
bool is_sound(const xcb_setup_t& setup);

}  // namespace native::x11
