#pragma once

#include "native/desktop/error.hpp"
#include "native/x11/connection/connection.hpp"

// Some connections may list windows but not read pixels: those of `ssh -X`, and of "untrusted"
// cookies made by the SECURITY extension.
namespace native::x11 {

// Reads one pixel of the screen and returns whether the server denies it (BadAccess).
bool denies_pixels(Connection& connection);

// Returns "PERMISSION_ERROR_SCREEN_RECORDING".
Error denied_error(const Connection& connection);

}  // namespace native::x11
