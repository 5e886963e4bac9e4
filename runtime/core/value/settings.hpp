#pragma once

#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"

// The person's settings: environment variables, and as fallback the values of a configuration file,
// which the program passes once at startup.
namespace runtime::settings {

// Call once, before other threads read settings. `values` is nil or a record with keys as key_of()
// returns them.
void configure(Value values);

// Returns the environment variable, else the configuration file's value as text, else "". An empty
// variable counts as not set.
std::string text(std::string_view variable);

// Whether the text means "on".
bool is_on(std::string_view value);

// Returns a variable's key in the file: its name in lower case without PEEKABOO_. Other usual
// spellings ("PEEKABOO_LOG_LEVEL", "logLevel", "log-level") give the same key.
std::string key_of(std::string_view name);

}  // namespace runtime::settings
