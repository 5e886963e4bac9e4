#pragma once

#include <string>

#include "native/desktop/error.hpp"

// What this backend lacks ("UNSUPPORTED").
namespace native::wayland {

// `what`: a fragment such as "keys and pointer"; `reason`: the fact of that name.
Error lacking(const std::string& what, const std::string& reason, const std::string& remedy);

Error no_input();
Error no_windows();
Error unknown_focus();
Error no_control();
Error no_places();
Error no_clipboard();
Error no_copies();
Error no_changes();
Error no_person_watch();
// Refuses a screen that may show a window which the policy excludes by its title.
Error unknown_titles();

}  // namespace native::wayland
