#pragma once

#include <string>

#include "native/desktop/error.hpp"

namespace native::portal {

// What peekaboo-portal is asked for.
enum class Purpose { kScreens, kInput };

// Returns the error for the word by which peekaboo-portal refuses.
Error error_for(const std::string& reason, Purpose purpose = Purpose::kScreens);

}  // namespace native::portal
