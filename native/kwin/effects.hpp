#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/kwin/service.hpp"

// KWin's effects: some paint windows where they are not, such as an overview, or after they have
// closed, such as one that fades them out.
namespace native::kwin {

// Returns one of these effects that may do so; "" when none does.
std::string moving_effect(const std::vector<std::string>& active);

// Waits a moment until no such effect is active. Returns the name of one that still is; "" else.
std::string wait_for_effects(Service& service, Deadline deadline);

}  // namespace native::kwin
