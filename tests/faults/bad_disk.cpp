// Preloaded into the program, to be disks that a test machine does not have:
//   always          looking at a file named "never-answers" hangs for good, like a network file
//   system that is gone BAD_DISK=log    writing to a log hangs BAD_DISK=full   writing to a log
//   finds no space BAD_DISK=plain  there are no unnamed files, as on network file systems
//   BAD_DISK=fat    there are neither unnamed files nor links
//   BAD_DISK=quota  nothing but logs may grow
//   BAD_DISK=late   what was written finds no space when a descriptor is closed, as on network file
//   systems BAD_DISK=torn   folders cannot be read beyond their first name BAD_DISK=slow   writing
//   waits while the file named by BAD_DISK_WAIT exists; logs do not
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

[[noreturn]] void hang() {
  for (;;) ::pause();
}

bool disk_is(const char* kind) {
  const char* disk = std::getenv("BAD_DISK");
  return disk && std::strcmp(disk, kind) == 0;
}

bool is_log(int file) {
  char name[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t size = ::readlink(link.c_str(), name, sizeof name - 1);
  return size > 4 && std::memcmp(name + size - 4, ".log", 4) == 0;
}

bool is_file(int file) {
  struct stat info = {};
  return ::fstat(file, &info) == 0 && S_ISREG(info.st_mode);
}

void wait_for_the_disk() {
  const char* marker = std::getenv("BAD_DISK_WAIT");
  while (marker && ::access(marker, F_OK) == 0) ::usleep(1000);
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

int refused(int code) {
  errno = code;
  return -1;
}

}  // namespace

extern "C" int stat(const char* path, struct stat* info) noexcept {
  if (std::strstr(path, "never-answers")) hang();
  return ::fstatat(AT_FDCWD, path, info, 0);
}

extern "C" ssize_t write(int file, const void* bytes, size_t size) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t)>("write");
  if (disk_is("log") && is_log(file)) hang();
  if (disk_is("full") && is_log(file)) return refused(ENOSPC);
  if (disk_is("quota") && is_file(file) && !is_log(file)) return refused(EDQUOT);
  if (disk_is("slow") && is_file(file) && !is_log(file)) wait_for_the_disk();
  return next(file, bytes, size);
}

extern "C" int close(int file) {
  static const auto next = real<int (*)(int)>("close");
  const bool late = disk_is("late") && is_file(file) && !is_log(file) &&
                    (::fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
  const int rc = next(file);
  return late ? refused(ENOSPC) : rc;
}

extern "C" dirent* readdir(DIR* folder) {
  static const auto next = real<dirent* (*)(DIR*)>("readdir");
  if (!disk_is("torn") || ::telldir(folder) == 0) return next(folder);
  errno = EIO;
  return nullptr;
}

extern "C" int openat(int directory, const char* path, int flags, ...) {
  static const auto next = real<int (*)(int, const char*, int, ...)>("openat");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if ((flags & O_TMPFILE) == O_TMPFILE && (disk_is("plain") || disk_is("fat")))
    return refused(EOPNOTSUPP);
  return next(directory, path, flags, mode);
}

extern "C" int linkat(int from_directory, const char* from, int directory, const char* to,
                      int flags) noexcept {
  static const auto next = real<int (*)(int, const char*, int, const char*, int)>("linkat");
  return disk_is("fat") ? refused(EPERM) : next(from_directory, from, directory, to, flags);
}
