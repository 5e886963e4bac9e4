#pragma once

#include <string>
#include <vector>

#include "runtime/core/io/process.hpp"

// Shared by launch() and Process.
namespace runtime {

// Returns our environment with the changes of the options.
std::vector<std::string> merged_environment(const ProcessOptions& options);
// Returns the strings as execve takes them, followed by a null pointer. `strings` must outlive the
// result.
std::vector<char*> pointers(std::vector<std::string>& strings);
// Throws Error "INVALID_ARGUMENT" for strings that cannot be passed to a program.
void require_sendable(const ProcessOptions& options);
// Throws Error "FILE_IO_ERROR" if the working directory cannot be used.
void refuse_directory(const ProcessOptions& options);
// Throws Error "FILE_IO_ERROR" for a program that could not be started; `code` is an errno.
[[noreturn]] void refuse_program(const ProcessOptions& options, int code);

}  // namespace runtime
