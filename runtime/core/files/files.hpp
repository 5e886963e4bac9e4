#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Blocking file operations; call them on a worker. All throw Error "FILE_IO_ERROR" whose
// details.reason is permission, missing, no_space, exists, too_long or other.
namespace runtime::files {

// The whole file; refuses more than `limit` bytes. With `head` only the first so many bytes.
std::vector<std::uint8_t> read(const std::string& path, std::uint64_t limit);
std::vector<std::uint8_t> read_head(const std::string& path, std::uint64_t head);

struct Status {
  enum class Type { kFile, kDirectory, kOther };
  Type type = Type::kOther;
  std::uint64_t size = 0;
  double modified = 0;      // seconds since 1970-01-01 UTC
  bool executable = false;  // a file that we may run
};
bool exists(const std::string& path);
Status status(const std::string& path);
// Names without "." and "..", sorted; at most 100 000.
std::vector<std::string> list(const std::string& path);
// With parents; nothing when it is there already.
void make_directory(const std::string& path, unsigned mode);
// One that is not there yet, without parents; else fails with reason "exists".
void make_new_directory(const std::string& path, unsigned mode);
// A file or an empty directory.
void remove(const std::string& path);

// The folder that a path's last name is in: "." or "/" where it names none.
std::string parent_of(const std::string& path);

// A path that begins with "~/", or is "~", in the user's home folder; any other as it is.
std::string expanded(const std::string& path);

std::string temporary_directory();  // TMPDIR or /tmp
std::string home();                 // HOME, or the password database's
std::string current_directory();

}  // namespace runtime::files
