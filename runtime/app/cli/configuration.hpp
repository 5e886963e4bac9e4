#pragma once

#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime {

// The user's configuration file, as it was when the program started.
struct Configuration {
  std::string path;
  bool found = false;
  bool shared = false;    // readable by other users
  Value values;           // nil or a record; keys spelled as by settings::key_of
  std::string problem;    // why `values` is empty although the file exists
  std::string remedy;     // of the problem, unless it is to correct the text
  std::int64_t line = 0;  // of the problem, 0 when it has none
};

// Returns $XDG_CONFIG_HOME/peekaboo, by default ~/.config/peekaboo.
std::string configuration_folder();

// Reads config.json there: JSON with comments, in a file that files::read_own accepts. Never
// throws: an unusable file becomes a problem. Costs one look-up when there is no file.
Configuration load_configuration();

// Returns the same for scripts: {path, found, shared, values, problem?, line?, remedy?}.
Value to_value(const Configuration& configuration);

}  // namespace runtime
