#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// More blocking operations on files and folders, in the manner of files.hpp.
namespace runtime::files {

// Adds to the end of a file, which is made when there is none.
void append(const std::string& path, std::span<const std::uint8_t> bytes);
// Gives a file or folder another name, in another folder of the same file system too. Without
// `replace` a name that is taken fails with reason "exists".
void rename(const std::string& from, const std::string& to, bool replace);
// Copies a file with its permissions, all or nothing.
void copy(const std::string& from, const std::string& to, bool replace);
// The paths that fit a pattern with "*", "?" and "[a-z]", sorted; at most 100 000. Names that begin
// with a dot fit only where the pattern has one.
std::vector<std::string> glob(const std::string& pattern);

}  // namespace runtime::files
