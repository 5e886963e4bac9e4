#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

// Tells one file from another, and from itself once somebody has changed it. Blocks: call it on a
// worker.
namespace runtime::files {

// Device, inode, size and time of the last change as one text.
std::string identity_of(const struct stat& info);

// What has a name, without following a symbolic link.
struct Named {
  enum class Type { kFile, kDirectory, kLink, kOther };
  Type type = Type::kOther;
  std::string identity;
};

// Nothing when the name is free, or nothing can be said of it.
std::optional<Named> named(const std::string& path);
// The same for a name in an open folder.
std::optional<Named> named_in(int folder, const std::string& name);

// An absolute path without symbolic links, "." and "..", as far as it exists; the rest as written.
std::string resolved(const std::string& path);

// Takes a file of ours away from everybody but its owner. Follows no link; false when it cannot.
bool make_private(const std::string& path);

}  // namespace runtime::files
