#pragma once

#include <string>

namespace runtime::files {

// Returns a folder in the temporary directory that no other user can open: NAME-USER, shared by all
// programs of the user. Creates it if missing; if another user has taken the name, creates one with
// an unpredictable name, for this process alone. Throws Error "FILE_IO_ERROR" when none can be
// created. Thread-safe; blocks.
std::string own_temporary_folder(const std::string& name);

}  // namespace runtime::files
