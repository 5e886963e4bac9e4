#pragma once

#include <optional>
#include <string>
#include <vector>

namespace runtime::files {

// Returns a folder in the temporary directory that no other user can open: NAME-USER, shared by all
// programs of the user. Creates it if missing; if another user has taken the name, creates one with
// an unpredictable name, for this process alone. Throws Error "FILE_IO_ERROR" when none can be
// created. Thread-safe; blocks.
std::string own_temporary_folder(const std::string& name);

// Returns that folder, or nothing when nobody has made it yet.
std::optional<std::string> existing_temporary_folder(const std::string& name);

// Returns the folder of sockets: $PEEKABOO_RUNTIME_DIR, or else $XDG_RUNTIME_DIR/peekaboo; without
// both /run/user/UID/peekaboo, or, if that folder is missing or not ours, peekaboo-UID in the
// temporary directory. Makes nothing.
std::string runtime_folder();

// Returns the folders in which all processes of this user meet, whatever their environment:
// /run/user/UID/peekaboo and /tmp/peekaboo-UID, or $PEEKABOO_RUNTIME_DIR alone. Each process looks
// in all of them, because the first comes and goes with the user's sessions. Makes nothing.
std::vector<std::string> common_folders();

// Returns whether one of these folders can be used: its parent is a folder of this user, or it is
// the last one.
bool is_usable(const std::string& folder, const std::vector<std::string>& folders);

// Makes one of the folders above (mode 0700) when missing. Throws Error "FILE_IO_ERROR",
// with details.reason "permission" when another user controls it: in a temporary directory any user
// could have created it first. Blocks.
void make_runtime_folder(const std::string& folder);

// The file in common_folders() that stops every process of the user from looking at the desktop
// (native/gate/stop_file.hpp).
inline constexpr const char* kStopFile = "stopped";

// Throws Error "POLICY_DENIED", with details.reason "stopped", when removing or renaming `path`
// would remove that file: only `peekaboo resume` does. Blocks.
void check_keeps_stop_file(const std::string& path);

}  // namespace runtime::files
