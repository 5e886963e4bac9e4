#pragma once

#include <string>
#include <string_view>
#include <vector>

// Shortcuts of menu items as people write them: "Ctrl+Shift+S".
namespace native {

// Returns the shortcut that GTK writes as "<Primary><Shift>s"; "" for what names no key.
std::string gtk_shortcut(std::string_view accelerator);
// Returns the shortcut of these keys, the modifiers first: "Control", "Shift", "S".
std::string shortcut_of(const std::vector<std::string>& keys);

}  // namespace native
