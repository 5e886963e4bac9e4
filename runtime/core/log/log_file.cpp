#include "runtime/core/log/log_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/core/files/files.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::log {

namespace {

std::string fallback_file() {
  return files::temporary_directory() + "/peekaboo-mcp-" + std::to_string(geteuid()) + ".log";
}

void make_parents(const std::string& path) {
  try {
    files::make_directory(files::parent_of(path), 0700);
  } catch (const Error&) {
    // Opening the file will report the error.
  }
}

int open_append(const std::string& path) {
  constexpr int kFlags =
      O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const int file = ::open(path.c_str(), kFlags, 0600);
  if (file >= 0 || errno != ENOENT) return file;
  make_parents(path);
  return ::open(path.c_str(), kFlags, 0600);
}

// Returns why an open file cannot be the log, or nullptr.
const char* fault_of(const struct stat& info) {
  if (!S_ISREG(info.st_mode)) return "not a regular file";
  if (info.st_uid != geteuid()) return "owned by another user";
  if (info.st_nlink > 1) return "file has more than one name";
  return nullptr;
}

std::string numbered(const std::string& path, int number) {
  return path + "." + std::to_string(number);
}

}  // namespace

std::string default_log_file() { return files::temporary_directory() + "/peekaboo-mcp.log"; }

LogFile::LogFile(const std::string& wanted, std::int64_t largest) : largest_(largest) {
  const std::string first = wanted.empty() ? default_log_file() : wanted;
  if (open(first, &problem_)) return;
  for (const std::string& other : {default_log_file(), fallback_file()}) {
    std::string ignored;
    if (other != first && open(other, &ignored)) return;
  }
  path_ = first;
}

LogFile::~LogFile() {
  if (file_ >= 0) ::close(file_);
}

bool LogFile::open(const std::string& path, std::string* problem) {
  const int file = open_append(path);
  if (file < 0) {
    *problem = path + ": " + std::strerror(errno);
    return false;
  }
  struct stat info{};
  const char* fault = fstat(file, &info) == 0 ? fault_of(info) : std::strerror(errno);
  if (fault) {
    *problem = path + ": " + fault;
    ::close(file);
    return false;
  }
  file_ = file;
  path_ = path;
  return true;
}

// Returns whether the path still leads to the open file: another program may have rotated it.
bool LogFile::is_current() const {
  struct stat ours{}, named{};
  return fstat(file_, &ours) == 0 && lstat(path_.c_str(), &named) == 0 &&
         ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

void LogFile::reopen() {
  const int old = file_;
  std::string ignored;
  if (open(path_, &ignored)) ::close(old);
}

// Returns false when the file can be neither rotated nor emptied, and would grow without limit.
bool LogFile::make_room() {
  // The lock belongs to the old file: a process that waits for it then finds a new file at the
  // path.
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) return true;
  bool done = true;
  if (is_current()) {
    for (int number = kKept - 1; number >= 1; --number)
      std::rename(numbered(path_, number).c_str(), numbered(path_, number + 1).c_str());
    // In a folder that allows no renaming, the file is emptied instead.
    done = std::rename(path_.c_str(), numbered(path_, 1).c_str()) == 0 || ftruncate(file_, 0) == 0;
  }
  flock(file_, LOCK_UN);
  if (done) reopen();
  return done;
}

void LogFile::append(std::string_view lines) {
  if (file_ < 0) return;
  struct stat info{};
  if (fstat(file_, &info) == 0) {
    if (info.st_nlink == 0)
      reopen();
    else if (info.st_size >= largest_ && !make_room())
      return;
  }
  // A single write of whole lines does not interleave with those of other programs.
  const ssize_t ignored = ::write(file_, lines.data(), lines.size());
  static_cast<void>(ignored);
}

}  // namespace runtime::log
