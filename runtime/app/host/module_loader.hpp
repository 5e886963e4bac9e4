#pragma once

#include <string>

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

class Loop;

// Opens a Lua module that lies in a file of its own ("peekaboo-http.so"), because its libraries
// take long to load: beside the executable, else in lib/peekaboo. It stays open until the process
// ends. Throws Error "UNSUPPORTED" with a remedy when it is missing, damaged or of another version.
Module open_module(const std::string& file, Loop& loop);
// Another function of such a file, by its C name.
void* module_function(const std::string& file, const char* name);

}  // namespace runtime
