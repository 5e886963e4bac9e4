#pragma once

#include <string>
#include <vector>

#include "runtime/core/io/process.hpp"

// What starting a program needs, whether it stays or ends with us.
namespace runtime {

// Ours with the changes of the options.
std::vector<std::string> merged_environment(const ProcessOptions& options);
// For execve: the strings, which must outlive it, and a null pointer.
std::vector<char*> pointers(std::vector<std::string>& strings);
// Throws Error "INVALID_ARGUMENT" for texts that no program can be given.
void require_sendable(const ProcessOptions& options);
// Throws Error "FILE_IO_ERROR" when the working directory is what is wrong.
void refuse_directory(const ProcessOptions& options);
// Throws Error "FILE_IO_ERROR" for a program that could not be started, for an errno.
[[noreturn]] void refuse_program(const ProcessOptions& options, int code);

}  // namespace runtime
