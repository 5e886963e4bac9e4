#pragma once

#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime {

// The person's configuration file, as it was at the start of the program.
struct Configuration {
  std::string path;
  bool found = false;
  bool shared = false;    // others than its owner may read it
  Value values;           // nil or a record; keys as settings::key_of spells them
  std::string problem;    // why `values` is empty although there is a file
  std::string remedy;     // of the problem, when it is not to correct the text
  std::int64_t line = 0;  // of the problem, 0 when it has none
};

// $XDG_CONFIG_HOME/peekaboo, by default ~/.config/peekaboo.
std::string configuration_folder();

// Reads config.json there: JSON with comments, in a file as files::read_own takes it.
// Never throws: a file that cannot be used becomes a problem. Where there is none that costs one
// look.
Configuration load_configuration();

// The same for scripts: {path, found, shared, values, problem?, line?, remedy?}.
Value to_value(const Configuration& configuration);

}  // namespace runtime
