#pragma once

#include <string>

namespace runtime::files {

// Returns a name (without folder) for an unfinished file in `directory`:
// ".peekaboo-<process>-<number>.tmp". The first call for a directory removes files that dead
// processes have left there. The name may be taken: then call again.
std::string temporary_name(const std::string& directory);

// Returns whether a name has this form, of any process.
bool is_temporary_name(const std::string& name);

}  // namespace runtime::files
