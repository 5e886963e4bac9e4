#pragma once

#include <string>

#include "native/desktop/records.hpp"
#include "native/x11/connection/property.hpp"

// The texts by which a window is known.
namespace native::x11 {

// Returns the title of EWMH (_NET_WM_NAME); "" without one.
std::string modern_title(const xcb_get_property_reply_t* reply);

// Returns the title from before EWMH (WM_NAME). If it cannot be decoded completely, prefers the
// title that the window manager displays; only then, because a window manager may add to it
// ("<2>").
std::string legacy_title(Connection& connection, const xcb_get_property_reply_t* name,
                         const xcb_get_property_reply_t* visible_name);

// Fills in both parts of WM_CLASS.
void fill_class(Window& window, const xcb_get_property_reply_t* reply);

}  // namespace native::x11
