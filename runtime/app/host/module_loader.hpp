#pragma once

#include <string>

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

class Loop;

// Opens a Lua module in a separate file ("peekaboo-http.so"), used for libraries that take long to
// load: beside the executable, else in lib/peekaboo. It stays open until the process ends. Throws
// Error "UNSUPPORTED" with a remedy when it is missing, damaged or of another version.
Module open_module(const std::string& file, Loop& loop);
// Returns another function of such a file, by its C name.
void* module_function(const std::string& file, const char* name);

}  // namespace runtime
