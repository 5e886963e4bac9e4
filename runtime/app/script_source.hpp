#pragma once

#include <string>

#include "runtime/lua/state.hpp"

namespace runtime {

// Where `require` looks: the override folder when one is given (a development help), then the scripts compiled in.
ScriptFinder script_source(std::string override_folder);

}  // namespace runtime
