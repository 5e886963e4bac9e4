#pragma once

#include <string>

namespace runtime::files {

// A name (without folder) for an unfinished file in `directory`:
// ".peekaboo-<process>-<number>.tmp". The first time for a directory, those that dead processes
// have left there are removed. The name may be taken: then ask for another one.
std::string temporary_name(const std::string& directory);

// Whether a name is one of these, of whatever process.
bool is_temporary_name(const std::string& name);

}  // namespace runtime::files
