#pragma once

#include <string>

#include "native/desktop/error.hpp"

namespace native::portal {

// Returns the error for the word by which peekaboo-portal refuses.
Error error_for(const std::string& reason);

}  // namespace native::portal
