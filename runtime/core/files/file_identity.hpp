#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

// Distinguishes files from one another, and detects a change of a file. Blocks: call it on a
// worker.
namespace runtime::files {

// Returns device, inode, size and time of the last change as one string.
std::string identity_of(const struct stat& info);

// A directory entry. Symbolic links are not followed.
struct Named {
  enum class Type { kFile, kDirectory, kLink, kOther };
  Type type = Type::kOther;
  std::string identity;
};

// Returns nothing when the name is free or cannot be examined.
std::optional<Named> named(const std::string& path);
// The same for a name in an open folder.
std::optional<Named> named_in(int folder, const std::string& name);

// Returns the absolute path without symbolic links, "." and "..", as far as it exists; the rest
// stays as written.
std::string resolved(const std::string& path);

// Makes a file accessible to its owner only. Follows no link; returns false on failure.
bool make_private(const std::string& path);

}  // namespace runtime::files
