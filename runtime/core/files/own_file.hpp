#pragma once

#include <cstdint>
#include <string>
#include <vector>

// For files that are found by a search and then obeyed or run.
namespace runtime::files {

// Returns the whole file `path`, which lies below the folder `base`. Every folder from `base` on
// and the file itself must belong to the user or root and be writable by no other user; group
// access is allowed for the user's private group (umask 002). Checks each one as it is opened, so
// that it cannot be replaced meanwhile. Throws Error "FILE_IO_ERROR" with details.reason
// "permission" and details.why when a check fails, naming the file, the reason and the command that
// helps; other errors as read(). Blocks.
std::vector<std::uint8_t> read_own(const std::string& base, const std::string& path,
                                   std::uint64_t limit);

}  // namespace runtime::files
