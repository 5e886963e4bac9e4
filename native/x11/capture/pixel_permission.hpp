#pragma once

#include "native/desktop/error.hpp"
#include "native/x11/connection/connection.hpp"

// Some connections may see windows and no pixels: those of `ssh -X`, and of cookies that the
// SECURITY extension made ("untrusted").
namespace native::x11 {

// Asks for one pixel of the screen; whether the server denies it (BadAccess).
bool denies_pixels(Connection& connection);

// "PERMISSION_ERROR_SCREEN_RECORDING".
Error denied_error(const Connection& connection);

}  // namespace native::x11
