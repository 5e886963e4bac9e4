#pragma once

#include <functional>
#include <string>

#include "native/atspi/program_calls.hpp"

namespace native::atspi {

// Asks, by the following runs of `calls`, for what the label of an object says, and calls `take`
// with it; not when it has no label.
void ask_label(ProgramCalls& calls, const Object& object, std::function<void(std::string)> take);

}  // namespace native::atspi
