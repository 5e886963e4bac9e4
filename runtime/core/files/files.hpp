#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Blocking file operations; call them on a worker. All throw Error "FILE_IO_ERROR" whose
// details.reason is permission, missing, no_space, exists, too_long or other.
namespace runtime::files {

// Returns the whole file; throws if it has more than `limit` bytes. With `head`, returns only the
// first `head` bytes.
std::vector<std::uint8_t> read(const std::string& path, std::uint64_t limit);
std::vector<std::uint8_t> read_head(const std::string& path, std::uint64_t head);

struct Status {
  enum class Type { kFile, kDirectory, kOther };
  Type type = Type::kOther;
  std::uint64_t size = 0;
  double modified = 0;      // seconds since 1970-01-01 UTC
  bool executable = false;  // a file that we may execute
};
bool exists(const std::string& path);
Status status(const std::string& path);
// Returns the names without "." and "..", sorted; at most 100 000.
std::vector<std::string> list(const std::string& path);
// Creates a directory and its parents; does nothing if it exists.
void make_directory(const std::string& path, unsigned mode);
// Creates a directory in an existing parent; fails with reason "exists" if it exists.
void make_new_directory(const std::string& path, unsigned mode);
// Removes a file or an empty directory.
void remove(const std::string& path);

// Returns the folder that contains a path's last name: "." or "/" where the path names none.
std::string parent_of(const std::string& path);

// Expands a leading "~/", or "~" alone, to the user's home folder; returns any other path
// unchanged.
std::string expanded(const std::string& path);

std::string temporary_directory();  // TMPDIR or /tmp
std::string home();                 // HOME, or the password database's
std::string current_directory();

}  // namespace runtime::files
