#pragma once

#include <string>

#include "runtime/core/value/value.hpp"

// Arguments that ask to hide something, under names that a tool does not have. Other unknown
// arguments are ignored with a warning; to ignore these would show what was to be hidden.
namespace runtime::mcp {

// Returns the first argument that `properties` (of the tool's JSON Schema) do not have, that is not
// switched off (null, false, an empty text) and whose name asks for masking ("maskPII",
// "enable_pi_masking", "redact"); "" when there is none.
std::string unknown_protection(const Value& properties, const Value& arguments);

// Returns the property that masks, or "" when there is none.
std::string masking_property(const Value& properties);

}  // namespace runtime::mcp
