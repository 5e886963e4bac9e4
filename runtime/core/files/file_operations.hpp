#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// More blocking operations on files and folders; errors as in files.hpp.
namespace runtime::files {

// Appends to a file, creating it if missing.
void append(const std::string& path, std::span<const std::uint8_t> bytes);
// Renames a file or folder, also to another folder of the same file system. Without `replace`, an
// existing target fails with reason "exists".
void rename(const std::string& from, const std::string& to, bool replace);
// Copies a file with its permissions, atomically.
void copy(const std::string& from, const std::string& to, bool replace);
// Returns the paths that match a pattern with "*", "?" and "[a-z]", sorted; at most 100 000. A
// leading dot is matched only by a dot in the pattern.
std::vector<std::string> glob(const std::string& pattern);

}  // namespace runtime::files
