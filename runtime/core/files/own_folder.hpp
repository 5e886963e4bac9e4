#pragma once

#include <string>

namespace runtime::files {

// A folder in the temporary directory that nobody else can open: NAME-USER, the same for all
// programs of the user. Made where it is missing; where somebody else has taken the name, one with
// a name that nobody can have guessed, for this process alone. Throws Error "FILE_IO_ERROR" when
// none can be made. Thread safe; blocks.
std::string own_temporary_folder(const std::string& name);

}  // namespace runtime::files
