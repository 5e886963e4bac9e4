#pragma once

#include <string>

#include "native/desktop/records.hpp"
#include "native/kwin/service.hpp"

namespace native::kwin {

// Runs a script inside KWin once, and returns what it passes to its function answer(text); KWin
// asks no permission for that. `folder`: the person's runtime folder, where the script lies in a
// private folder until this returns. The script is unloaded whatever happens. Throws
// "UNSUPPORTED" when KWin runs no scripts, ServiceLost, ServiceLate.
std::string run_script(Service& service, const std::string& folder, const std::string& body,
                       Deadline deadline);

// Returns a text as a literal of JavaScript.
std::string script_text(const std::string& text);

}  // namespace native::kwin
