#include "runtime/core/files/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

[[noreturn]] void refuse_size(const std::string& path, std::uint64_t limit) {
  Value details;
  details.set("reason", "other").set("path", path);
  throw Error("FILE_IO_ERROR",
              "cannot read " + path + ": more than " + std::to_string(limit) + " bytes",
              "Raise the limit, or read only its head.", details);
}

std::vector<std::uint8_t> read_some(int file, const std::string& path, std::uint64_t limit,
                                    bool whole) {
  struct stat info{};
  if (fstat(file, &info) != 0) fail("look at", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  const std::uint64_t size = static_cast<std::uint64_t>(info.st_size);
  if (whole && size > limit) refuse_size(path, limit);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(std::min(size, limit));
  std::uint8_t block[8 << 10];  // small, because each page of the stack costs a fault at first use
  while (bytes.size() <= limit) {
    const ssize_t count = ::read(file, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) break;
    bytes.insert(bytes.end(), block, block + count);
  }
  if (bytes.size() > limit) {
    if (whole) refuse_size(path, limit);
    bytes.resize(limit);
  }
  return bytes;
}

std::vector<std::uint8_t> read_up_to(const std::string& path, std::uint64_t limit, bool whole) {
  const Descriptor file(::open(checked(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail("open", path, errno);
  return read_some(file.get(), path, limit, whole);
}

}  // namespace

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::vector<std::uint8_t> read(const std::string& path, std::uint64_t limit) {
  return read_up_to(path, limit, true);
}

std::vector<std::uint8_t> read_head(const std::string& path, std::uint64_t head) {
  return read_up_to(path, head, false);
}

std::vector<std::uint8_t> read_open(int file, const std::string& path, std::uint64_t limit) {
  return read_some(file, path, limit, true);
}

bool exists(const std::string& path) {
  struct stat info{};
  return ::stat(checked(path), &info) == 0;
}

Status status(const std::string& path) {
  struct stat info{};
  if (::stat(checked(path), &info) != 0) fail("look at", path, errno);
  Status result;
  if (S_ISREG(info.st_mode)) result.type = Status::Type::kFile;
  if (S_ISDIR(info.st_mode)) result.type = Status::Type::kDirectory;
  result.executable = S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
  result.size = static_cast<std::uint64_t>(info.st_size);
  result.modified =
      static_cast<double>(info.st_mtim.tv_sec) + static_cast<double>(info.st_mtim.tv_nsec) * 1e-9;
  return result;
}

std::vector<std::string> list(const std::string& path) {
  constexpr std::size_t kMax = 100'000;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(checked(path)), ::closedir);
  if (!directory) fail("list", path, errno);
  std::vector<std::string> names;
  while (names.size() < kMax) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (!entry && errno != 0) fail("list", path, errno);
    if (!entry) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void make_directory(const std::string& path, unsigned mode) {
  const std::string whole = checked(path);
  for (std::size_t end = whole.find('/', 1); end != std::string::npos;
       end = whole.find('/', end + 1)) {
    const std::string part = whole.substr(0, end);
    if (::mkdir(part.c_str(), mode) != 0 && errno != EEXIST && !exists(part))
      fail("make folder", part, errno);
  }
  if (::mkdir(whole.c_str(), mode) == 0) return;
  const int code = errno;
  struct stat info{};
  if (::stat(whole.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return;
  fail("make folder", path, code);
}

void make_new_directory(const std::string& path, unsigned mode) {
  if (::mkdir(checked(path), mode) != 0) fail("make folder", path, errno);
}

void remove(const std::string& path) {
  if (::remove(checked(path)) != 0) fail("remove", path, errno);
}

std::string temporary_directory() {
  const char* directory = std::getenv("TMPDIR");
  return directory && *directory ? directory : "/tmp";
}

std::string home() {
  const char* directory = std::getenv("HOME");
  if (directory && *directory) return directory;
  constexpr std::size_t kRoom = 16 << 10;  // bytes, for all fields of the entry
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> fields(kRoom);
  getpwuid_r(getuid(), &entry, fields.data(), fields.size(), &found);
  return found ? found->pw_dir : "/";
}

std::string expanded(const std::string& path) {
  if (path == "~" || path.starts_with("~/")) return home() + path.substr(1);
  return path;
}

std::string current_directory() {
  char path[PATH_MAX];
  if (!getcwd(path, sizeof path)) fail("find", "the working directory", errno);
  return path;
}

}  // namespace runtime::files
