#pragma once

#include <string>

namespace runtime::files {

// Returns a folder in the temporary directory that no other user can open: NAME-USER, shared by all
// programs of the user. Creates it if missing; if another user has taken the name, creates one with
// an unpredictable name, for this process alone. Throws Error "FILE_IO_ERROR" when none can be
// created. Thread-safe; blocks.
std::string own_temporary_folder(const std::string& name);

// Returns the folder in which the processes of this user meet: $XDG_RUNTIME_DIR/peekaboo; without
// that variable /run/user/UID/peekaboo, or, if that folder is missing or not ours, peekaboo-UID in
// the temporary directory. Makes nothing.
std::string runtime_folder();

// Makes a folder of runtime_folder()'s form (mode 0700) when missing. Throws Error "FILE_IO_ERROR",
// with details.reason "permission" when another user controls it: in a temporary directory any user
// could have created it first. Blocks.
void make_runtime_folder(const std::string& folder);

// The file in runtime_folder() that stops every process of the user from looking at the desktop
// (native/gate/stop_file.hpp).
inline constexpr const char* kStopFile = "stopped";

// Throws Error "POLICY_DENIED", with details.reason "stopped", when removing or renaming `path`
// would remove that file: only `peekaboo resume` does. Blocks.
void check_keeps_stop_file(const std::string& path);

}  // namespace runtime::files
