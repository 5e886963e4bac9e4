#include "native/gate/stop_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <utility>

#include "native/desktop/error.hpp"
#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/locked_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"

namespace native {

namespace {

// Gives a file the time of now. Ignores failure: captures go on all the same.
void touch(const std::string& path) {
  try {
    const runtime::Descriptor file = runtime::files::open_own_file(path, O_WRONLY | O_CREAT);
    ::futimens(file.get(), nullptr);
  } catch (const runtime::Error&) {
  }
}

std::string stopped_in(const std::string& folder) {
  return folder + "/" + runtime::files::kStopFile;
}

// Returns the file that clear() touches.
std::string resumed_in(const std::string& folder) { return folder + "/resumed"; }

bool is_ours(const struct stat& info) { return info.st_uid == ::geteuid() || info.st_uid == 0; }

bool is_set_in(const std::string& folder) {
  struct stat info{};
  if (::lstat(stopped_in(folder).c_str(), &info) == 0) return is_ours(info);
  if (errno == ENOENT || errno == ENOTDIR) return false;
  // In a temporary directory another user may have made the folder, and closed it.
  return ::lstat(folder.c_str(), &info) != 0 || is_ours(info);
}

std::uint64_t moment_of(const std::string& path) {
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0) return 0;
  return static_cast<std::uint64_t>(info.st_mtim.tv_sec) * kNanoseconds +
         static_cast<std::uint64_t>(info.st_mtim.tv_nsec);
}

}  // namespace

StopFile::StopFile(std::vector<std::string> folders) : folders_(std::move(folders)) {}

bool StopFile::is_set() const { return std::any_of(folders_.begin(), folders_.end(), is_set_in); }

void StopFile::check() const {
  if (!is_set()) return;
  throw Error("POLICY_DENIED", "captures and acts are stopped", "Let them go on: peekaboo resume",
              {{"reason", "stopped"}});
}

void StopFile::set() const {
  std::exception_ptr failure;
  bool any = false;
  for (const std::string& folder : folders_) {
    if (!runtime::files::is_usable(folder, folders_)) continue;
    try {
      runtime::files::make_runtime_folder(folder);
      runtime::files::open_own_file(stopped_in(folder), O_WRONLY | O_CREAT);
      any = true;
    } catch (const runtime::Error&) {
      failure = std::current_exception();
    }
  }
  if (!any) std::rethrow_exception(failure);
}

void StopFile::clear() const {
  for (const std::string& folder : folders_) {
    if (is_set_in(folder)) touch(resumed_in(folder));
    const std::string path = stopped_in(folder);
    if (::unlink(path.c_str()) != 0 && is_set_in(folder))
      runtime::files::fail("remove", path, errno);
  }
}

std::uint64_t StopFile::changes() const {
  std::uint64_t stopped = 0, resumed = 0;
  for (const std::string& folder : folders_) {
    stopped = std::max(stopped, moment_of(stopped_in(folder)));
    resumed = std::max(resumed, moment_of(resumed_in(folder)));
  }
  // The last bit tells the two files apart, should they be of one moment.
  return stopped != 0 ? stopped | 1 : resumed & ~std::uint64_t{1};
}

}  // namespace native
