#include "runtime/core/files/own_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/descriptor.hpp"

namespace runtime::files {

namespace {

// Whether the folder is ours and no other user could ever write to it; if so, also removes read
// access of others.
bool close_to_others(const std::string& path) {
  const Descriptor folder(
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat info{};
  if (folder.get() < 0 || fstat(folder.get(), &info) != 0) return false;
  if (info.st_uid != geteuid() || (info.st_mode & 022) != 0) return false;
  return (info.st_mode & 077) == 0 || fchmod(folder.get(), 0700) == 0;
}

// Returns an unpredictable name, generated at the first call.
std::string own_name(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::string> made;
  const std::lock_guard lock(mutex);
  std::string& folder = made[path];
  if (!folder.empty() && close_to_others(folder)) return folder;
  std::string pattern = path + "-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) fail("make folder", path, errno);
  folder = pattern;
  return folder;
}

}  // namespace

std::string own_temporary_folder(const std::string& name) {
  const std::string path = temporary_directory() + "/" + name + "-" + std::to_string(geteuid());
  if (::mkdir(checked(path), 0700) == 0) return path;
  if (errno != EEXIST) fail("make folder", path, errno);
  return close_to_others(path) ? path : own_name(path);
}

}  // namespace runtime::files
