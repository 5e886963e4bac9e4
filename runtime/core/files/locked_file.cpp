#include "runtime/core/files/locked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
  Value details;
  details.set("reason", "permission").set("path", path);
  throw Error("FILE_IO_ERROR", path + " is not used: " + why, "Remove it, or move it away.",
              std::move(details));
}

void lock(int file, const std::string& path) {
  const auto end = std::chrono::steady_clock::now() + LockedFile::kPatience;
  while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) fail("lock", path, errno);
    if (std::chrono::steady_clock::now() >= end)
      refuse_file(path, "another process keeps it locked");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

Descriptor open_own_file(const std::string& path, int flags) {
  constexpr int kSafely = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  Descriptor file(::open(checked(path), flags | kSafely, 0600));
  if (file.get() < 0) fail("open", path, errno);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) fail("look at", path, errno);
  if (!S_ISREG(info.st_mode)) refuse_file(path, "it is not a regular file");
  if (info.st_uid != ::geteuid()) refuse_file(path, "it belongs to another user");
  if (info.st_nlink > 1) refuse_file(path, "it has more than one name");
  return file;
}

int write_at(int file, std::string_view bytes, std::int64_t offset) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    offset += count;
  }
  return 0;
}

LockedFile::LockedFile(const std::string& path)
    : path_(path), file_(open_own_file(path, O_RDWR | O_CREAT)) {
  lock(file_.get(), path);
}

std::string LockedFile::read(std::size_t limit) const {
  std::string content(limit, '\0');
  std::size_t size = 0;
  while (size < limit) {
    const ssize_t count =
        ::pread(file_.get(), content.data() + size, limit - size, static_cast<off_t>(size));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path_, errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  content.resize(size);
  return content;
}

void LockedFile::write(std::string_view content) {
  const int code = write_at(file_.get(), content, 0);
  if (code != 0) fail("write", path_, code);
  if (::ftruncate(file_.get(), static_cast<off_t>(content.size())) != 0)
    fail("write", path_, errno);
}

}  // namespace runtime::files
