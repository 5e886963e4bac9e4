#pragma once

#include "native/desktop/desktop.hpp"

namespace native {

// Returns whether a window is a dialog of a desktop portal that may ask a person for screens, keys
// and pointer: what is pressed there would be their word, so no act may reach it. Dialogs that
// belong to another window, such as a browser's choice of a file, do not count.
bool is_permission_dialog(const Window& window, Applications& applications);

}  // namespace native
