#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What the parts of runtime::files share: how they fail, and how they read.
namespace runtime::files {

// Throws Error "FILE_IO_ERROR" for the errno `code`: "cannot <what> <path>: …", with details.reason
// and details.path.
[[noreturn]] void fail(const std::string& what, const std::string& path, int code);

// The path for the system. Throws Error "INVALID_ARGUMENT" for an empty one, and for one with a NUL
// byte in it, which would name another file than the caller sees.
const char* checked(const std::string& path);

// The rest of a file that is open, as read() does.
std::vector<std::uint8_t> read_open(int file, const std::string& path, std::uint64_t limit);

}  // namespace runtime::files
