#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Files that are found rather than named, and then obeyed or run.
namespace runtime::files {

// The whole file `path`, which lies somewhere below the folder `base`. Every folder from `base` on
// and the file must belong to the user or root, and nobody else may write to them; the group may
// where it is the user's own (umask 002). Each is checked as it is opened, so that nothing can be
// put in its place meanwhile. Throws Error "FILE_IO_ERROR" with details.reason "permission" and
// details.why for what fails that, naming the file, the reason and the command that helps; as
// read() does for everything else. Blocks.
std::vector<std::uint8_t> read_own(const std::string& base, const std::string& path,
                                   std::uint64_t limit);

}  // namespace runtime::files
