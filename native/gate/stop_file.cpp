#include "native/gate/stop_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "native/desktop/error.hpp"
#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/locked_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"

namespace native {

namespace {

// Gives a file the time of now. Its failure stops nobody from going on.
void touch(const std::string& path) {
  try {
    const runtime::Descriptor file = runtime::files::open_own_file(path, O_WRONLY | O_CREAT);
    ::futimens(file.get(), nullptr);
  } catch (const runtime::Error&) {
  }
}

std::uint64_t moment_of(const struct stat& info) {
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  return static_cast<std::uint64_t>(info.st_mtim.tv_sec) * kNanoseconds +
         static_cast<std::uint64_t>(info.st_mtim.tv_nsec);
}

}  // namespace

StopFile::StopFile(std::string folder)
    : folder_(std::move(folder)),
      path_(folder_ + "/" + runtime::files::kStopFile),
      cleared_(folder_ + "/resumed") {}

bool StopFile::is_set() const {
  struct stat info{};
  if (::lstat(path_.c_str(), &info) != 0) return errno != ENOENT && errno != ENOTDIR;
  // In a temporary directory another user may have made the folder.
  return info.st_uid == ::geteuid() || info.st_uid == 0;
}

void StopFile::check() const {
  if (!is_set()) return;
  throw Error("POLICY_DENIED", "captures are stopped", "Let them go on: peekaboo resume",
              {{"reason", "stopped"}});
}

void StopFile::set() const {
  runtime::files::make_runtime_folder(folder_);
  runtime::files::open_own_file(path_, O_WRONLY | O_CREAT);
}

void StopFile::clear() const {
  if (is_set()) touch(cleared_);
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) runtime::files::fail("remove", path_, errno);
}

std::uint64_t StopFile::changes() const {
  struct stat info{};
  // The last bit tells the two files apart, should they be of one moment.
  if (::lstat(path_.c_str(), &info) == 0) return moment_of(info) | 1;
  return ::lstat(cleared_.c_str(), &info) == 0 ? moment_of(info) & ~std::uint64_t{1} : 0;
}

}  // namespace native
