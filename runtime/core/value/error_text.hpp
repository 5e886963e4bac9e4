#pragma once

#include <string>

#include "runtime/core/value/error.hpp"

// A failure as text and as data; scripts/lib/error_text.lua has the same for scripts.
namespace runtime {

// Returns the message, and the remedy on a line of its own if there is one.
std::string error_text(const Error& error);

// {code, message, hint?}.
Value error_record(const Error& error);

}  // namespace runtime
