#pragma once

#include "native/desktop/elements.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// Converts elements to script values.
namespace native {

runtime::Value to_value(const Element& element);
// Each element has its depth besides, from 1 for a window.
runtime::Value to_value(const ElementTree& tree);
runtime::Value to_value(const ElementSupport& support);

}  // namespace native
