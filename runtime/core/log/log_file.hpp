#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace runtime::log {

// The log on disk: lines are appended, and files that grew too large are put aside. Several
// programs may have the same one open. Used by one thread, which may block.
class LogFile {
 public:
  // A file of this size is put aside as NAME.1, what was NAME.1 as NAME.2, and so on up to kKept.
  static constexpr std::int64_t kLargest = 5'000'000;
  static constexpr int kKept = 3;

  // `wanted`, else the first of these that will do: peekaboo-mcp.log in the temporary directory,
  // the same with our user id in its name. Never through a symbolic link, never another user's
  // file; new ones are for the owner's eyes only (mode 0600), as are parents that are missing
  // (0700).
  explicit LogFile(const std::string& wanted, std::int64_t largest = kLargest);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Whole lines. They are lost, and no more than they, when the disk is full, and when a file that
  // has grown too large cannot be put aside.
  void append(std::string_view lines);

  const std::string& path() const { return path_; }
  bool writable() const { return file_ >= 0; }
  // Why it is not the wanted one, "" when it is.
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

// peekaboo-mcp.log in the temporary directory.
std::string default_log_file();

}  // namespace runtime::log
