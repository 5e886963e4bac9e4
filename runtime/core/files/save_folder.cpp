#include "runtime/core/files/save_folder.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <optional>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

using Names = std::vector<std::string>;

constexpr unsigned kOwnerOnly = 0700;
constexpr std::uint64_t kNoLinks = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

[[noreturn]] void refuse_path(const std::string& path, const std::string& why,
                              const std::string& hint) {
  Value details;
  details.set("reason", "outside").set("path", path);
  throw Error("INVALID_PATH", "path " + why + ": " + path, hint, std::move(details));
}

[[noreturn]] void refuse_link(const std::string& path) {
  refuse_path(path, "leads through a link that is not followed", "Give the path without links.");
}

[[noreturn]] void refuse_moved(const std::string& path) {
  refuse_path(path, "was moved or replaced meanwhile", "Try again.");
}

[[noreturn]] void refuse_restricted(const std::string& path) {
  Value details;
  details.set("reason", "restricted path").set("path", path);
  throw Error("POLICY_DENIED", "path restricted by the policy: " + path, "Choose another path.",
              std::move(details));
}

[[noreturn]] void refuse_outside(const std::string& path, const SavePlaces& places) {
  constexpr std::size_t kNamed = 5;
  std::string folders;
  for (std::size_t i = 0; i < std::min(kNamed, places.allowed.size()); ++i)
    folders += (i == 0 ? "" : ", ") + places.allowed[i];
  if (places.allowed.size() > kNamed) folders += ", …";
  const bool hidden = !places.without_hidden.empty();
  refuse_path(path, "outside the folders that pictures may be saved to",
              folders.empty() ? "No folder is allowed; leave the path out."
                              : "Save to one of these folders: " + folders +
                                    (hidden ? " (not to hidden folders)." : "."));
}

// Returns no descriptor and sets errno on failure.
Descriptor open_folder(int at, const std::string& path, std::uint64_t resolve) {
  open_how how{};
  how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  how.resolve = resolve;
  // The kernel gives up with EAGAIN when names change while it looks at "..".
  constexpr int kTries = 100;
  long opened = -1;
  for (int i = 0; i < kTries; ++i) {
    opened = ::syscall(SYS_openat2, at, path.c_str(), &how, sizeof how);
    if (opened >= 0 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return Descriptor(static_cast<int>(opened));
}

// Returns whether an open folder was removed. The kernel then adds a word to its path, which a
// folder's own name may end with, too.
bool is_removed(int folder, const std::string& path) {
  struct stat info{};
  return path.ends_with(" (deleted)") && (::fstat(folder, &info) != 0 || info.st_nlink == 0);
}

// Returns the absolute path of an open folder as the kernel knows it now; "" once it is removed.
std::string path_of(int folder) {
  std::string path(PATH_MAX, '\0');
  const std::string self = "/proc/self/fd/" + std::to_string(folder);
  const ssize_t length = ::readlink(self.c_str(), path.data(), path.size());
  const bool known = length > 0 && static_cast<std::size_t>(length) < path.size();
  path.resize(known ? static_cast<std::size_t>(length) : 0);
  if (path.empty() || path[0] != '/' || is_removed(folder, path)) return {};
  return path;
}

Names names_of(const std::string& path) {
  Names names;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string name = path.substr(at, end - at);
    if (!name.empty() && name != ".") names.push_back(name);
    at = end + 1;
  }
  return names;
}

std::string joined(const Names& names, std::size_t from, std::size_t to) {
  std::string path;
  for (std::size_t i = from; i < to; ++i) path += (i == from ? "" : "/") + names[i];
  return path;
}

std::string below(const std::string& folder, const std::string& rest) {
  if (rest.empty()) return folder;
  return folder == "/" ? folder + rest : folder + "/" + rest;
}

bool lies_in(const std::string& path, const std::string& folder) {
  if (folder == "/" || path == folder) return true;
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The deepest folder of a path that exists, and the names that do not.
struct Existing {
  Descriptor directory;
  std::string path;
  std::string missing;

  std::string whole() const { return below(path, missing); }
};

// Returns nothing and sets errno to ELOOP for a link that `resolve` forbids, to ESTALE when the
// folder has no path.
std::optional<Existing> deepest(const std::string& path, std::uint64_t resolve) {
  const Names names = names_of(path);
  for (std::size_t count = names.size();; --count) {
    Existing found{open_folder(AT_FDCWD, "/" + joined(names, 0, count), resolve), {}, {}};
    if (found.directory.get() >= 0) {
      found.path = path_of(found.directory.get());
      found.missing = joined(names, count, names.size());
      if (!found.path.empty()) return found;
      errno = ESTALE;
      return std::nullopt;
    }
    if (errno == ELOOP || errno == ENOSYS || count == 0) return std::nullopt;
  }
}

// Where a file goes: its folder without links, and its name.
struct Target {
  std::string folder;
  std::string name;
};

Target target_of(const std::string& path) {
  checked(path);
  if (path[0] != '/') refuse_path(path, "is not absolute", "Begin it with / or ~/.");
  if (path.size() >= PATH_MAX) fail("write", path, ENAMETOOLONG);
  const std::size_t slash = path.rfind('/');
  Target target{{}, path.substr(slash + 1)};
  if (target.name.empty() || target.name == "." || target.name == "..") fail("write", path, EISDIR);
  const std::optional<Existing> found = deepest(path.substr(0, slash), RESOLVE_NO_MAGICLINKS);
  if (!found && errno == ELOOP) refuse_link(path);
  if (!found && errno == ESTALE) refuse_moved(path);
  if (!found) fail("write", path, errno);
  // Refuses ".." after missing folders: where it leads is unknown.
  const Names missing = names_of(found->missing);
  if (std::find(missing.begin(), missing.end(), "..") != missing.end())
    refuse_path(path, "leads back out of a folder that does not exist",
                "Give the path without \"..\".");
  target.folder = found->whole();
  return target;
}

std::string real(const std::string& path) {
  const std::optional<Existing> found = deepest(path, 0);
  return found ? found->whole() : below("/", joined(names_of(path), 0, names_of(path).size()));
}

bool is_link(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

// Whether a file is a restricted path or lies in it. A link is restricted as itself and as what it
// leads to; real() has followed those to folders.
bool lies_in_restricted(const std::string& file, const std::string& restricted) {
  const std::string path = real(restricted);
  return lies_in(file, path) || (is_link(path) && lies_in(file, resolved(path)));
}

bool is_restricted(const std::string& file, const SavePlaces& places) {
  return std::any_of(places.restricted.begin(), places.restricted.end(),
                     [&](const std::string& each) { return lies_in_restricted(file, each); });
}

// Returns whether a folder of `without_hidden` lies between the allowed folder and the target,
// which is in one of its hidden folders.
bool is_hidden_from(const std::string& allowed, const std::string& folder,
                    const SavePlaces& places) {
  return std::any_of(places.without_hidden.begin(), places.without_hidden.end(),
                     [&](const std::string& each) {
                       const std::string open = real(each);
                       if (!lies_in(open, allowed) || folder == open || !lies_in(folder, open))
                         return false;
                       return folder[open == "/" ? 1 : open.size() + 1] == '.';
                     });
}

// Returns the deepest existing folder on the way to an allowed folder, nothing when the target does
// not lie in that.
std::optional<Existing> way_to(const std::string& folder, const Target& target,
                               const SavePlaces& places) {
  std::optional<Existing> found = deepest(folder, 0);
  if (!found) return std::nullopt;
  const std::string allowed = found->whole();
  const bool fits =
      lies_in(target.folder, allowed) && !is_hidden_from(allowed, target.folder, places);
  return fits ? std::move(found) : std::nullopt;
}

// Returns the deepest existing folder on the way to the allowed folder that the target lies in.
Existing allowed_for(const std::string& path, const Target& target, const SavePlaces& places) {
  if (is_restricted(below(target.folder, target.name), places)) refuse_restricted(path);
  for (const std::string& each : places.allowed)
    if (auto found = way_to(each, target, places)) return std::move(*found);
  if (!places.own.empty())
    if (auto found = way_to(places.own, target, places)) return std::move(*found);
  refuse_outside(path, places);
}

[[noreturn]] void fail_to_enter(const std::string& path, int code) {
  if (code == ELOOP || code == EXDEV) refuse_link(path);
  fail("write", path, code);
}

Descriptor enter(const Descriptor& from, const std::string& name, const std::string& path) {
  Descriptor next = open_folder(from.get(), name, kNoLinks);
  if (next.get() < 0 && errno == ENOENT) {
    if (::mkdirat(from.get(), name.c_str(), kOwnerOnly) != 0 && errno != EEXIST)
      fail("make the folder of", path, errno);
    next = open_folder(from.get(), name, kNoLinks);
  }
  if (next.get() < 0) fail_to_enter(path, errno);
  return next;
}

}  // namespace

SaveFolder open_save_folder(const std::string& path, const SavePlaces& places) {
  const Target target = target_of(path);
  Existing from = allowed_for(path, target, places);
  const std::string rest = target.folder.substr(
      from.path == "/" ? 1 : std::min(target.folder.size(), from.path.size() + 1));
  SaveFolder folder{open_folder(from.directory.get(), rest.empty() ? "." : rest, kNoLinks),
                    target.folder};
  if (folder.directory.get() < 0 && errno != ENOENT) fail_to_enter(path, errno);
  if (folder.directory.get() < 0) {
    folder.directory = std::move(from.directory);
    for (const std::string& name : names_of(rest))
      folder.directory = enter(folder.directory, name, path);
  }
  if (path_of(folder.directory.get()) != folder.path) refuse_moved(path);
  return folder;
}

void check_save_path(const std::string& path, const SavePlaces& places) {
  allowed_for(path, target_of(path), places);
}

void check_unmoved(const SaveFolder& folder) {
  if (path_of(folder.directory.get()) != folder.path) refuse_moved(folder.path);
}

}  // namespace runtime::files
