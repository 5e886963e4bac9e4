#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace native {

// Returns the first `limit` bytes of a file; nothing when it cannot be read. Never waits on a pipe
// or a device.
std::optional<std::string> read_bounded(const std::string& path, std::size_t limit);

}  // namespace native
