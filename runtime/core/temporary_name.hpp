#pragma once

#include <string>

namespace runtime::files {

// A name (without folder) for an unfinished file in `directory`: ".peekaboo-<process>-<number>.tmp". The first time for a directory, those
// that dead processes have left there are removed. The name may be taken: then ask for another one.
std::string temporary_name(const std::string& directory);

}  // namespace runtime::files
