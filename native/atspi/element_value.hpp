#pragma once

#include <string>
#include <variant>

#include "native/atspi/element_calls.hpp"

namespace native::atspi {

// Gives an element a value and reads it back; that of a password field is never read. Throws as
// Elements::act().
void set_element_value(ElementCalls& calls, const std::variant<std::string, double>& value);

}  // namespace native::atspi
