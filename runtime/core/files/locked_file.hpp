#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/core/io/descriptor.hpp"

namespace runtime::files {

// A small file of this user that several processes read and write, locked against all of them
// while the object lives. Mode 0600, made when missing. Blocks.
class LockedFile {
 public:
  static constexpr std::chrono::milliseconds kPatience{1000};

  // Throws Error "FILE_IO_ERROR" when the file cannot be opened, is a link or no regular file,
  // belongs to another user, or stays locked for kPatience.
  explicit LockedFile(const std::string& path);

  // Returns at most the first `limit` bytes.
  std::string read(std::size_t limit) const;
  // Replaces the whole content, which is lost when the machine or the process ends meanwhile.
  void write(std::string_view content);

 private:
  std::string path_;
  Descriptor file_;
};

// Opens a file of this user: `flags` as open(2), never through a link; a new one has the mode 0600.
// Throws Error "FILE_IO_ERROR" when it cannot be opened, is no regular file, has several names, or
// belongs to another user.
Descriptor open_own_file(const std::string& path, int flags);

// Writes all bytes at an offset. Returns 0 or an errno.
int write_at(int file, std::string_view bytes, std::int64_t offset);

}  // namespace runtime::files
