#include "runtime/core/files/own_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime::files {

namespace {

// Returns whether the folder is ours and no other user could ever write to it; if so, also removes
// read access of others.
bool close_to_others(const std::string& path) {
  const Descriptor folder(
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat info{};
  if (folder.get() < 0 || fstat(folder.get(), &info) != 0) return false;
  if (info.st_uid != geteuid() || (info.st_mode & 022) != 0) return false;
  return (info.st_mode & 077) == 0 || fchmod(folder.get(), 0700) == 0;
}

std::string usual_path(const std::string& name) {
  return temporary_directory() + "/" + name + "-" + std::to_string(geteuid());
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

constexpr const char* kStatedFolder = "PEEKABOO_RUNTIME_DIR";

// Returns the folder in the one that logind makes when the user logs in.
std::string session_folder() { return "/run/user/" + std::to_string(geteuid()) + "/peekaboo"; }

bool is_own_folder(const std::string& path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

[[noreturn]] void refuse_folder(const std::string& what, const std::string& remedy) {
  Value details;
  details.set("reason", "permission");
  throw Error("FILE_IO_ERROR", what, remedy, std::move(details));
}

}  // namespace

std::string own_temporary_folder(const std::string& name) {
  const std::string path = usual_path(name);
  if (::mkdir(checked(path), 0700) == 0) return path;
  if (errno != EEXIST) fail("make folder", path, errno);
  return close_to_others(path) ? path : own_name(path);
}

std::optional<std::string> existing_temporary_folder(const std::string& name) {
  struct stat status{};
  if (lstat(usual_path(name).c_str(), &status) != 0) return std::nullopt;
  return own_temporary_folder(name);
}

std::string runtime_folder() {
  if (const std::string stated = settings::text(kStatedFolder); !stated.empty()) return stated;
  const char* given = std::getenv("XDG_RUNTIME_DIR");
  // Relative paths must be ignored (XDG Base Directory Specification).
  if (given && *given == '/') return std::string(given) + "/peekaboo";
  const std::string usual = session_folder();
  if (is_own_folder(parent_of(usual))) return usual;
  return temporary_directory() + "/peekaboo-" + std::to_string(geteuid());
}

std::vector<std::string> common_folders() {
  if (std::string stated = settings::text(kStatedFolder); !stated.empty())
    return {std::move(stated)};
  return {session_folder(), "/tmp/peekaboo-" + std::to_string(geteuid())};
}

bool is_usable(const std::string& folder, const std::vector<std::string>& folders) {
  return folder == folders.back() || is_own_folder(parent_of(folder));
}

void check_keeps_stop_file(const std::string& path) {
  const std::string full = path.starts_with('/') ? path : current_directory() + "/" + path;
  const std::string name = full.substr(full.rfind('/') + 1);
  // A folder that holds it would take it away, under its own name or another.
  const std::string named[] = {resolved(parent_of(full)) + "/" + name, resolved(full)};
  for (const std::string& folder : common_folders()) {
    const std::string stop = resolved(folder) + "/" + kStopFile;
    for (const std::string& each : named) {
      if (stop != each && !stop.starts_with(each + "/")) continue;
      Value details;
      details.set("reason", "stopped").set("path", path);
      throw Error("POLICY_DENIED", path + " holds what `peekaboo stop` has set",
                  "Let captures go on: peekaboo resume", std::move(details));
    }
  }
}

void make_runtime_folder(const std::string& folder) {
  make_directory(parent_of(folder), 0700);
  if (::mkdir(checked(folder), 0700) != 0 && errno != EEXIST)
    refuse_folder("folder " + folder + " cannot be created: " + std::strerror(errno),
                  "Set XDG_RUNTIME_DIR to a folder of your own.");
  if (!is_own_folder(folder))
    refuse_folder("folder " + folder + " belongs to another user",
                  "Set XDG_RUNTIME_DIR to a folder of your own.");
  if (::chmod(folder.c_str(), 0700) != 0)
    refuse_folder("folder " + folder + " cannot be made private: " + std::strerror(errno), "");
}

}  // namespace runtime::files
