#pragma once

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

inline constexpr Parameter kSeconds{"seconds", "number", "Seconds; fractions count.",
                                    Parameter::kNotNegative};

}  // namespace runtime
