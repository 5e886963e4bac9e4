#pragma once

#include <string>

// What the parts of runtime::files share: how they fail.
namespace runtime::files {

// Throws Error "FILE_IO_ERROR" for the errno `code`: "cannot <what> <path>: …", with details.reason
// and details.path.
[[noreturn]] void fail(const std::string& what, const std::string& path, int code);

// The path for the system. Throws Error "INVALID_ARGUMENT" for an empty one, and for one with a NUL
// byte in it, which would name another file than the caller sees.
const char* checked(const std::string& path);

}  // namespace runtime::files
