#include "runtime/core/files/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <optional>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/save_folder.hpp"
#include "runtime/core/files/temporary_name.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

// Returns the folder of a file, which is open unless errno says why not.
SaveFolder folder_of(const std::string& path, const SavePlaces* within) {
  if (within) return open_save_folder(path, *within);
  const std::string parent = parent_of(path);
  return {Descriptor(::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), {}};
}

// The destination. Holds the folder open, so that the file is finished where it was begun, even if
// the folder is renamed meanwhile.
struct Place {
  Place(const std::string& path, const SavePlaces* within)
      : parent(parent_of(path)),
        name(path.substr(path.rfind('/') + 1)),
        folder(folder_of(path, within)) {
    if (within) parent = folder.path;
  }
  int directory() const { return folder.directory.get(); }

  std::string parent;
  std::string name;
  SaveFolder folder;
};

// An open file without its final name: it has either no name at all (O_TMPFILE) or a temporary one,
// and is removed unless kept.
struct Unnamed {
  Descriptor file;
  std::string temporary;  // "" while it has no name
};

// Calls `take` with temporary names until one is free; a dead process with the same process id may
// have left some.
template <class Take>
bool take_name(const Place& place, std::string* name, Take take) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    *name = temporary_name(place.parent);
    if (take(*name)) return true;
    if (errno != EEXIST) break;
  }
  name->clear();
  return false;
}

// Returns no descriptor and sets errno on failure.
Unnamed create(const Place& place, unsigned mode) {
  Unnamed made;
  made.file = Descriptor(::openat(place.directory(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
  if (made.file.get() >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
    return made;
  const auto open_new = [&](const std::string& name) {
    constexpr int kNew = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW;
    made.file = Descriptor(::openat(place.directory(), name.c_str(), kNew, mode));
    return made.file.get() >= 0;
  };
  take_name(place, &made.temporary, open_new);
  return made;
}

// Returns the mode of the file to be replaced, or nothing if there is none. Throws for anything
// that is neither a file nor a link, because replacing a device or a pipe would break its users.
std::optional<unsigned> mode_before(const Place& place, const std::string& path) {
  struct stat info{};
  if (::fstatat(place.directory(), place.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
    return std::nullopt;
  if (S_ISREG(info.st_mode)) return info.st_mode & 0777;
  if (S_ISLNK(info.st_mode) || S_ISDIR(info.st_mode)) return std::nullopt;
  Value details;
  details.set("reason", "exists").set("path", path);
  throw Error("FILE_IO_ERROR",
              "cannot write " + path + ": a device, pipe or socket is never replaced",
              "Choose another name.", details);
}

// Returns 0 or an errno.
int write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

// Closes a copy of the descriptor and returns 0 or an errno: NFS reports write errors from
// close(2), so this must happen before renaming.
int settle(int file) {
  const int copy = ::fcntl(file, F_DUPFD_CLOEXEC, 3);
  return copy >= 0 && ::close(copy) == 0 ? 0 : errno;
}

int link_to(const Unnamed& made, const Place& place, const std::string& name) {
  const std::string self = "/proc/self/fd/" + std::to_string(made.file.get());
  return ::linkat(AT_FDCWD, self.c_str(), place.directory(), name.c_str(), AT_SYMLINK_FOLLOW);
}

int rename_to(Unnamed& made, const Place& place, bool replace) {
  const int folder = place.directory();
  const char* from = made.temporary.c_str();
  const char* to = place.name.c_str();
  const int rc = ::renameat2(folder, from, folder, to, replace ? 0 : RENAME_NOREPLACE);
  // Some network file systems support links, but not this flag; FAT is the reverse.
  if (rc != 0 && !replace && (errno == EINVAL || errno == ENOSYS))
    return ::linkat(folder, from, folder, to, 0) == 0 ? 0 : errno;
  if (rc != 0) return errno;
  made.temporary.clear();
  return 0;
}

// Exchanges the names of our file and the existing one, which it then removes. Returns false when
// nothing has changed.
bool exchange_with(Unnamed& made, const Place& place) {
  const int folder = place.directory();
  const char* ours = made.temporary.c_str();
  const char* theirs = place.name.c_str();
  if (::renameat2(folder, ours, folder, theirs, RENAME_EXCHANGE) != 0) return false;
  // A folder created there meanwhile must stay unchanged.
  if (::unlinkat(folder, ours, 0) != 0)
    return ::renameat2(folder, ours, folder, theirs, RENAME_EXCHANGE) != 0;
  made.temporary.clear();
  return true;
}

bool is_still(const Place& place, const std::string& name, const std::string& identity) {
  const std::optional<Named> now = named_in(place.directory(), name);
  return now && now->identity == identity;
}

// Undoes an exchange that hit another file. If even that fails, the other file keeps the temporary
// name: files of others are never removed.
int undo_exchange(Unnamed& made, const Place& place) {
  const int folder = place.directory();
  const char* theirs = made.temporary.c_str();
  const char* name = place.name.c_str();
  const bool exchanged = ::renameat2(folder, theirs, folder, name, RENAME_EXCHANGE) == 0;
  struct stat ours{};
  const bool known = ::fstat(made.file.get(), &ours) == 0;
  if (exchanged && known && is_still(place, made.temporary, identity_of(ours))) return EEXIST;
  // Either our file was removed from the name meanwhile, or replaced by a third one, which then
  // keeps the name.
  ::renameat2(folder, theirs, folder, name, exchanged ? 0 : RENAME_NOREPLACE);
  made.temporary.clear();
  return EEXIST;
}

// Takes the name only from the file with that identity. The exchange verifies the owner of the name
// atomically; on a file system without it, there is a gap between the check and the rename.
int take_from(Unnamed& made, const Place& place, const std::string& identity) {
  const int folder = place.directory();
  if (!is_still(place, place.name, identity)) return EEXIST;
  if (::renameat2(folder, made.temporary.c_str(), folder, place.name.c_str(), RENAME_EXCHANGE) !=
      0) {
    if (errno == ENOENT) return rename_to(made, place, false);
    return errno == EINVAL || errno == ENOSYS ? rename_to(made, place, true) : errno;
  }
  if (!is_still(place, made.temporary, identity)) return undo_exchange(made, place);
  if (::unlinkat(folder, made.temporary.c_str(), 0) != 0) return undo_exchange(made, place);
  made.temporary.clear();
  return 0;
}

int publish_over(Unnamed& made, const Place& place, const std::string& identity) {
  if (made.temporary.empty()) {
    if (link_to(made, place, place.name) == 0) return 0;
    if (errno != EEXIST) return errno;
    const auto link_new = [&](const std::string& name) { return link_to(made, place, name) == 0; };
    if (!take_name(place, &made.temporary, link_new)) return errno;
  } else if (const int code = rename_to(made, place, false); code != EEXIST) {
    return code;
  }
  return take_from(made, place, identity);
}

int publish(Unnamed& made, const Place& place, const WriteOptions& options) {
  if (options.only) return publish_over(made, place, *options.only);
  if (!made.temporary.empty()) return rename_to(made, place, options.replace);
  if (link_to(made, place, place.name) == 0) return 0;
  if (errno != EEXIST || !options.replace) return errno;
  const auto link_new = [&](const std::string& name) { return link_to(made, place, name) == 0; };
  if (!take_name(place, &made.temporary, link_new)) return errno;
  if (!options.lasting && exchange_with(made, place)) return 0;
  return rename_to(made, place, true);
}

}  // namespace

struct NewFile::Parts {
  Parts(const std::string& file, const WriteOptions& how)
      : path(file), place(file, how.within), options(how) {}
  ~Parts() {
    if (!made.temporary.empty()) ::unlinkat(place.directory(), made.temporary.c_str(), 0);
  }
  void check(int code) const {
    if (code != 0) fail("write", path, code);
  }
  void rename(const std::string& name) {
    path = path.substr(0, path.rfind('/') + 1) + name;
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
      fail("write", path, EINVAL);
    if (name.size() > NAME_MAX) fail("write", path, ENAMETOOLONG);
    checked(path);
    place.name = name;
  }
  std::string path;
  Place place;
  WriteOptions options;
  Unnamed made = {};
  std::uint64_t size = 0;  // bytes appended
};

NewFile::NewFile(const std::string& path, const WriteOptions& options) {
  const std::string name = checked(path);
  if (name.substr(name.rfind('/') + 1).size() > NAME_MAX) fail("write", path, ENAMETOOLONG);
  parts_ = std::make_unique<Parts>(path, options);
  if (parts_->place.directory() < 0) fail("write", path, errno);
  const std::optional<unsigned> before = mode_before(parts_->place, path);
  parts_->made = create(parts_->place,
                        options.mode.value_or(before || options.within ? 0600 : options.new_mode));
  const int file = parts_->made.file.get();
  if (file < 0) fail("write", path, errno);
  // Not by open(), which applies the umask.
  if (before && !options.mode) parts_->check(::fchmod(file, *before) == 0 ? 0 : errno);
}

NewFile::~NewFile() = default;

void NewFile::append(std::span<const std::uint8_t> bytes) {
  parts_->check(write_all(parts_->made.file.get(), bytes));
  parts_->size += bytes.size();
}

void NewFile::restart() {
  const int file = parts_->made.file.get();
  parts_->check(::ftruncate(file, 0) == 0 && ::lseek(file, 0, SEEK_SET) == 0 ? 0 : errno);
  parts_->size = 0;
}

std::uint64_t NewFile::size() const { return parts_->size; }

std::string NewFile::finish(const std::optional<std::string>& name) {
  if (name) parts_->rename(*name);
  const int file = parts_->made.file.get();
  parts_->check(settle(file));
  struct stat info{};
  parts_->check(::fstat(file, &info) == 0 ? 0 : errno);
  if (parts_->options.within) {
    check_unmoved(parts_->place.folder);
    // The other name may be a restricted one.
    const SaveFolder& folder = parts_->place.folder;
    if (name) check_save_path(folder.path + "/" + *name, *parts_->options.within);
  }
  parts_->check(publish(parts_->made, parts_->place, parts_->options));
  return identity_of(info);
}

std::string write(const std::string& path, std::span<const std::uint8_t> bytes,
                  const WriteOptions& options) {
  NewFile file(path, options);
  file.append(bytes);
  return file.finish();
}

}  // namespace runtime::files
