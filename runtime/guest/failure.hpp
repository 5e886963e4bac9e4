#pragma once

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime::guest {

// Converts a guest's report of a failure ({code, message, hint, line, traceback, raised}, see
// protocol.hpp) to an Error with details {line, traceback}, either of which may be missing. Trusts
// none of it: a code that does not have the form of ours becomes "SCRIPT_ERROR".
Error failure_of(const Value& failure);

}  // namespace runtime::guest
