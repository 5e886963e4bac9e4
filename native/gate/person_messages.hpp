#pragma once

#include <string>

#include "native/desktop/notifications.hpp"
#include "runtime/core/caller.hpp"

// Messages to the person at the desktop. What others wrote is cut and cleaned of control
// characters.
namespace native {

// Returns the message that a caller begins to act. `stop_keys`: as a person writes them; "": none.
Notification acting_message(const runtime::Caller& caller, const std::string& stop_keys);

// Returns a question without what could disguise it.
Notification plain_question(const Notification& question);

}  // namespace native
