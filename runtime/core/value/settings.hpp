#pragma once

#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"

// What the person set: environment variables, and under them the values of a configuration file.
// The program hands the file's values over once, at its start.
namespace runtime::settings {

// `values` is nil or a record whose keys are spelled as key_of answers. Once, before other threads
// ask.
void configure(Value values);

// An environment variable, or the file's value for it as text, or "". An empty variable counts as
// not set.
std::string text(std::string_view variable);

// A text that stands for "on".
bool is_on(std::string_view value);

// The key of a variable in the file: its name in lower case without PEEKABOO_. Names that are
// written in one of the other usual ways ("PEEKABOO_LOG_LEVEL", "logLevel", "log-level") give the
// same key.
std::string key_of(std::string_view name);

}  // namespace runtime::settings
