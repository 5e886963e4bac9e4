#include "runtime/core/files/own_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"

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

bool is_own_folder(const std::string& path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
  Value details;
  details.set("reason", "permission");
  throw Error("FILE_IO_ERROR", what, remedy, std::move(details));
}

}  // namespace

std::string own_temporary_folder(const std::string& name) {
  const std::string path = temporary_directory() + "/" + name + "-" + std::to_string(geteuid());
  if (::mkdir(checked(path), 0700) == 0) return path;
  if (errno != EEXIST) fail("make folder", path, errno);
  return close_to_others(path) ? path : own_name(path);
}

std::string runtime_folder() {
  const char* given = std::getenv("XDG_RUNTIME_DIR");
  // Relative paths must be ignored (XDG Base Directory Specification).
  if (given && *given == '/') return std::string(given) + "/peekaboo";
  const std::string user = std::to_string(geteuid());
  const std::string usual = "/run/user/" + user;
  if (is_own_folder(usual)) return usual + "/peekaboo";
  return temporary_directory() + "/peekaboo-" + user;
}

void check_keeps_stop_file(const std::string& path) {
  const std::string full = path.starts_with('/') ? path : current_directory() + "/" + path;
  const std::string name = full.substr(full.rfind('/') + 1);
  const std::string stop = resolved(runtime_folder()) + "/" + kStopFile;
  // A folder that holds it would take it away, under its own name or another.
  for (const std::string& each : {resolved(parent_of(full)) + "/" + name, resolved(full)})
    if (stop == each || stop.starts_with(each + "/")) {
      Value details;
      details.set("reason", "stopped").set("path", path);
      throw Error("POLICY_DENIED", path + " holds what `peekaboo stop` has set",
                  "Let captures go on: peekaboo resume", std::move(details));
    }
}

void make_runtime_folder(const std::string& folder) {
  make_directory(parent_of(folder), 0700);
  if (::mkdir(checked(folder), 0700) != 0 && errno != EEXIST)
    refuse("the folder " + folder + " cannot be created: " + std::strerror(errno),
           "Set XDG_RUNTIME_DIR to a folder of your own.");
  if (!is_own_folder(folder))
    refuse("the folder " + folder + " belongs to another user",
           "Set XDG_RUNTIME_DIR to a folder of your own.");
  if (::chmod(folder.c_str(), 0700) != 0)
    refuse("the folder " + folder + " cannot be made private: " + std::strerror(errno), "");
}

}  // namespace runtime::files
