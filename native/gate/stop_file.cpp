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

namespace native {

StopFile::StopFile(std::string folder)
    : folder_(std::move(folder)), path_(folder_ + "/" + runtime::files::kStopFile) {}

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
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) runtime::files::fail("remove", path_, errno);
}

}  // namespace native
