#pragma once

#include <vector>

#include "native/policy/window_rules.hpp"

namespace native {

// Returns the windows that are excluded unless a policy lifts it: password managers, prompts for
// secrets, screen lockers.
std::vector<WindowRule> built_in_exclusions();

// Returns windows of private browsing, which a strict policy excludes too. Browsers tell it by
// nothing but the title.
std::vector<WindowRule> private_browsing();

}  // namespace native
