#include "runtime/core/files/own_file.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

constexpr std::size_t kEntryRoom = 16 << 10;  // bytes, for all fields of one entry of a database

// Why a file is refused, and the remedy.
struct Fault {
  std::string why;
  std::string remedy;
};

std::string user_name(uid_t user) {
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> fields(kEntryRoom);
  getpwuid_r(user, &entry, fields.data(), fields.size(), &found);
  return found ? found->pw_name : "user " + std::to_string(user);
}

std::string group_name(gid_t number) {
  group entry{};
  group* found = nullptr;
  std::vector<char> fields(kEntryRoom);
  getgrgid_r(number, &entry, fields.data(), fields.size(), &found);
  return found ? found->gr_name : std::to_string(number);
}

// Returns whether the group is the one that the system created for this user alone: the user's
// primary group, with the user's name and no other member.
bool is_private_group(gid_t number, uid_t user) {
  passwd person{};
  passwd* found_person = nullptr;
  std::vector<char> person_fields(kEntryRoom);
  getpwuid_r(user, &person, person_fields.data(), person_fields.size(), &found_person);
  if (!found_person || person.pw_gid != number) return false;
  group entry{};
  group* found = nullptr;
  std::vector<char> fields(kEntryRoom);
  getgrgid_r(number, &entry, fields.data(), fields.size(), &found);
  if (!found || std::strcmp(entry.gr_name, person.pw_name) != 0) return false;
  for (char** member = entry.gr_mem; *member; ++member)
    if (std::strcmp(*member, person.pw_name) != 0) return false;
  return true;
}

// With an access control list, the group's mode bits apply to everyone it names (acl(5)).
bool has_access_list(int descriptor) {
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  return getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

std::string quoted(const std::string& path) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@";
  if (path.find_first_not_of(kPlain) == std::string::npos) return path;
  std::string result = "'";
  for (const char c : path) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

Fault foreign(const std::string& path, uid_t owner) {
  const std::string own = "chown " + user_name(geteuid()) + " " + quoted(path);
  const std::string name = user_name(owner);
  return {"belongs to " + name,
          geteuid() == 0 ? "Run peekaboo as " + name + ", or own it: " + own : "sudo " + own};
}

// Returns the fault of an open file or folder, if any.
std::optional<Fault> fault_of(const std::string& path, int descriptor, const struct stat& info) {
  if (info.st_uid != geteuid() && info.st_uid != 0) return foreign(path, info.st_uid);
  if (info.st_mode & S_IWOTH)
    return Fault{"is writable by every user", "chmod go-w " + quoted(path)};
  if (!(info.st_mode & S_IWGRP)) return std::nullopt;
  if (has_access_list(descriptor))
    return Fault{"is writable by others (access control list)", "setfacl -b " + quoted(path)};
  if (is_private_group(info.st_gid, geteuid()) || is_private_group(info.st_gid, 0))
    return std::nullopt;
  return Fault{"is writable by the group " + group_name(info.st_gid), "chmod g-w " + quoted(path)};
}

[[noreturn]] void refuse_reading(const std::string& path, const std::string& why,
                                 const Fault& fault) {
  Value details;
  details.set("reason", "permission").set("path", path).set("why", why);
  throw Error("FILE_IO_ERROR", path + " is not read: " + why, fault.remedy, details);
}

// Opens `name` in `folder` and checks who may write to it. `path` is the file that was asked for.
Descriptor open_own(int folder, const std::string& name, const std::string& whole,
                    const std::string& path) {
  const bool is_file = whole == path;
  const int how =
      is_file ? O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY : O_PATH | O_DIRECTORY | O_CLOEXEC;
  Descriptor opened(::openat(folder, name.c_str(), how));
  if (opened.get() < 0) fail("open", whole, errno);
  struct stat info{};
  if (fstat(opened.get(), &info) != 0) fail("look at", whole, errno);
  if (const std::optional<Fault> fault = fault_of(whole, opened.get(), info))
    refuse_reading(path, (is_file ? "it " : "its folder " + whole + " ") + fault->why, *fault);
  if (is_file && !S_ISREG(info.st_mode))
    refuse_reading(path, "it is not a regular file", Fault{"", "Put a file in its place."});
  return opened;
}

}  // namespace

std::vector<std::uint8_t> read_own(const std::string& base, const std::string& path,
                                   std::uint64_t limit) {
  checked(path);
  std::size_t end = base.size();
  Descriptor at = open_own(AT_FDCWD, base, base, path);
  while (end < path.size()) {
    const std::size_t begin = end + 1;
    end = std::min(path.find('/', begin), path.size());
    if (end > begin)
      at = open_own(at.get(), path.substr(begin, end - begin), path.substr(0, end), path);
  }
  return read_open(at.get(), path, limit);
}

}  // namespace runtime::files
