#pragma once

#include <vector>

#include "native/policy/window_rules.hpp"

namespace native {

// Sources of these rules.
inline constexpr const char* kBuiltIn = "built in";
inline constexpr const char* kBuiltInForLock = "built in, for whenLocked";

// Returns the windows that are excluded unless a policy lifts it: password managers, prompts for
// secrets, screen lockers.
const std::vector<WindowRule>& built_in_exclusions();

// Returns those of screen lockers alone, for a policy that lifts the others but not the lock.
const std::vector<WindowRule>& screen_lockers();

// Returns whether a window is a screen locker's, by its class or executable.
bool is_screen_locker(const WindowFacts& window);

// Returns windows of private browsing, which a strict policy excludes too. Browsers state it in
// nothing but the title, Chromium not even there.
const std::vector<WindowRule>& private_browsing();

}  // namespace native
