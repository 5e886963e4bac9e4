#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Helpers shared by the parts of runtime::files.
namespace runtime::files {

// Throws Error "FILE_IO_ERROR" for the errno `code`: "cannot <what> <path>: …", with details.reason
// and details.path.
[[noreturn]] void fail(const std::string& what, const std::string& path, int code);

// Returns the path for a system call. Throws Error "INVALID_ARGUMENT" for an empty path, and for
// one with a NUL byte, which would name another file than the caller sees.
const char* checked(const std::string& path);

// Returns the rest of an open file, with the limit and errors of read().
std::vector<std::uint8_t> read_open(int file, const std::string& path, std::uint64_t limit);

}  // namespace runtime::files
