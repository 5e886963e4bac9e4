#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace runtime::log {

// The log on disk: appends lines and rotates files that have grown too large. Several programs may
// have the same file open. Used by one thread, which may block.
class LogFile {
 public:
  // Size in bytes at which a file is renamed to NAME.1, the former NAME.1 to NAME.2, and so on up
  // to kKept.
  static constexpr std::int64_t kLargest = 5'000'000;
  static constexpr int kKept = 3;

  // Opens `wanted`, else the first of these that works: peekaboo-mcp.log in the temporary
  // directory, the same with our user id in its name. Never follows a symbolic link or uses another
  // user's file; creates files for the owner only (mode 0600), and missing parents too (0700).
  explicit LogFile(const std::string& wanted, std::int64_t largest = kLargest);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Appends whole lines. Loses them, but no others, when the disk is full or a file that has grown
  // too large cannot be rotated.
  void append(std::string_view lines);

  const std::string& path() const { return path_; }
  bool writable() const { return file_ >= 0; }
  // Returns why it is not the wanted file, or "".
  const std::string& problem() const { return problem_; }

 private:
  bool open(const std::string& path, std::string* problem);
  bool is_current() const;
  bool make_room();
  void reopen();

  std::int64_t largest_;
  std::string path_;
  std::string problem_;
  int file_ = -1;
};

// Returns the path of peekaboo-mcp.log in the temporary directory.
std::string default_log_file();

}  // namespace runtime::log
