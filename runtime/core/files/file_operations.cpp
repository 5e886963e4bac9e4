#include "runtime/core/files/file_operations.hpp"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

constexpr std::size_t kMaxPaths = 100'000;
constexpr std::size_t kBlock = 1 << 20;

}  // namespace

void append(const std::string& path, std::span<const std::uint8_t> bytes) {
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const Descriptor file(::open(checked(path), kFlags, 0644));
  if (file.get() < 0) fail("write", path, errno);
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write", path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void rename(const std::string& from, const std::string& to, bool replace) {
  const char* const source = checked(from);
  const char* const target = checked(to);
  int rc = ::renameat2(AT_FDCWD, source, AT_FDCWD, target, replace ? 0 : RENAME_NOREPLACE);
  // Some network file systems support links, but not this flag.
  if (rc != 0 && !replace && (errno == EINVAL || errno == ENOSYS)) {
    rc = ::link(source, target);
    if (rc == 0) ::unlink(source);
  }
  if (rc != 0) fail("rename " + from + " to", to, errno);
}

void copy(const std::string& from, const std::string& to, bool replace) {
  const Descriptor file(::open(checked(from), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat info{};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) fail("read", from, errno);
  if (S_ISDIR(info.st_mode)) fail("read", from, EISDIR);
  WriteOptions how;
  how.replace = replace;
  how.new_mode = info.st_mode & 0777;
  NewFile made(to, how);
  std::vector<std::uint8_t> block(kBlock);
  for (;;) {
    const ssize_t count = ::read(file.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", from, errno);
    if (count == 0) break;
    made.append(std::span(block).first(static_cast<std::size_t>(count)));
  }
  made.finish();
}

std::vector<std::string> glob(const std::string& pattern) {
  glob_t found{};
  const int rc = ::glob(checked(pattern), 0, nullptr, &found);
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.gl_pathc, kMaxPaths); ++i)
    paths.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  if (rc != 0 && rc != GLOB_NOMATCH) fail("list", pattern, rc == GLOB_NOSPACE ? ENOMEM : EIO);
  return paths;
}

}  // namespace runtime::files
