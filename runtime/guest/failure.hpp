#pragma once

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime::guest {

// What a guest says of its failure ({code, message, hint, line, traceback, raised}, see
// protocol.hpp) as an Error; its details are {line, traceback}, of which any may be missing.
// Nothing in it is believed: a code that is none of the form that ours have becomes "SCRIPT_ERROR".
Error failure_of(const Value& failure);

}  // namespace runtime::guest
