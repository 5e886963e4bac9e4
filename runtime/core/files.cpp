#include "runtime/core/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "runtime/core/error.hpp"
#include "runtime/core/temporary_name.hpp"

namespace runtime::files {

namespace {

struct Cause {
  const char* reason;
  const char* hint;
};

Cause cause_of(int code) {
  switch (code) {
    case EACCES:
    case EPERM:
    case EROFS:
      return {"permission", "choose a place that you may write to, or change its permissions"};
    case ENOENT:
    case ENOTDIR:
      return {"missing", "check the path: there is no such file or folder"};
    case ENOSPC:
    case EDQUOT:
      return {"no_space", "free some space, or choose another disk"};
    case EFBIG:
      return {"no_space", "raise the limit on the size of files (ulimit -f), or choose another disk"};
    case EEXIST:
      return {"exists", "choose another name"};
    case ENAMETOOLONG:
      return {"too_long", "shorten the name to 255 bytes"};
    default:
      return {"other", ""};
  }
}

[[noreturn]] void fail(const std::string& what, const std::string& path, int code) {
  const Cause cause = cause_of(code);
  Value details;
  details.set("reason", cause.reason).set("path", path);
  throw Error("FILE_IO_ERROR", "cannot " + what + " " + path + ": " + std::strerror(code), cause.hint, details);
}

// A path with a NUL byte in it would name another file than the caller sees.
const char* checked(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos)
    throw Error("INVALID_ARGUMENT", "a path must not be empty and must not contain a NUL byte");
  return path.c_str();
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

std::vector<std::uint8_t> read_up_to(const std::string& path, std::uint64_t limit, bool whole) {
  const Descriptor file(::open(checked(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail("open", path, errno);
  struct stat info{};
  if (fstat(file.get(), &info) != 0) fail("look at", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  const std::uint64_t size = static_cast<std::uint64_t>(info.st_size);
  if (whole && size > limit) fail("read all of", path, EFBIG);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(std::min(size, limit));
  std::uint8_t block[64 << 10];
  while (bytes.size() <= limit) {
    const ssize_t count = ::read(file.get(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) break;
    bytes.insert(bytes.end(), block, block + count);
  }
  if (bytes.size() > limit) {
    if (whole) fail("read all of", path, EFBIG);
    bytes.resize(limit);
  }
  return bytes;
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Where a file goes. The folder is held open: what was begun in it ends in it, even when it is renamed meanwhile.
struct Place {
  explicit Place(const std::string& path)
      : parent(parent_of(path)),
        name(path.substr(path.rfind('/') + 1)),
        directory(::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
  std::string parent;
  std::string name;
  Descriptor directory;
};

// An open file that has no final name yet. Either no name at all (O_TMPFILE) or a temporary one, removed unless kept.
struct Unnamed {
  int file = -1;
  std::string temporary;  // "" while it has no name
};

// Calls `take` with temporary names until one is free; a dead process with our number may have left some.
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

// Leaves file at -1 and errno set when it cannot.
Unnamed create(const Place& place, unsigned mode) {
  Unnamed made;
  made.file = ::openat(place.directory.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (made.file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return made;
  const auto open_new = [&](const std::string& name) {
    made.file = ::openat(place.directory.get(), name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode);
    return made.file >= 0;
  };
  take_name(place, &made.temporary, open_new);
  return made;
}

// 0, or the errno of what went wrong.
int write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

int link_to(const Unnamed& made, const Place& place, const std::string& name) {
  const std::string self = "/proc/self/fd/" + std::to_string(made.file);
  return ::linkat(AT_FDCWD, self.c_str(), place.directory.get(), name.c_str(), AT_SYMLINK_FOLLOW);
}

int rename_to(Unnamed& made, const Place& place, bool replace) {
  const int folder = place.directory.get();
  const char* from = made.temporary.c_str();
  const char* to = place.name.c_str();
  const int rc = ::renameat2(folder, from, folder, to, replace ? 0 : RENAME_NOREPLACE);
  // Some network file systems know links, but not this flag; FAT is the other way round.
  if (rc != 0 && !replace && (errno == EINVAL || errno == ENOSYS))
    return ::linkat(folder, from, folder, to, 0) == 0 ? 0 : errno;
  if (rc != 0) return errno;
  made.temporary.clear();
  return 0;
}

// Gives the file the name of the one that has it, which is removed. False when nothing has changed.
bool exchange_with(Unnamed& made, const Place& place) {
  const int folder = place.directory.get();
  const char* ours = made.temporary.c_str();
  const char* theirs = place.name.c_str();
  if (::renameat2(folder, ours, folder, theirs, RENAME_EXCHANGE) != 0) return false;
  // A folder that came into being there meanwhile must stay what it was.
  if (::unlinkat(folder, ours, 0) != 0) return ::renameat2(folder, ours, folder, theirs, RENAME_EXCHANGE) != 0;
  made.temporary.clear();
  return true;
}

int publish(Unnamed& made, const Place& place, const WriteOptions& options) {
  if (!made.temporary.empty()) return rename_to(made, place, options.replace);
  if (link_to(made, place, place.name) == 0) return 0;
  if (errno != EEXIST || !options.replace) return errno;
  const auto link_new = [&](const std::string& name) { return link_to(made, place, name) == 0; };
  if (!take_name(place, &made.temporary, link_new)) return errno;
  if (!options.lasting && exchange_with(made, place)) return 0;
  return rename_to(made, place, true);
}

}  // namespace

std::vector<std::uint8_t> read(const std::string& path, std::uint64_t limit) {
  return read_up_to(path, limit, true);
}

std::vector<std::uint8_t> read_head(const std::string& path, std::uint64_t head) {
  return read_up_to(path, head, false);
}

struct NewFile::Parts {
  Parts(const std::string& file, const WriteOptions& how) : path(file), place(file), options(how) {}
  ~Parts() {
    if (made.file >= 0) ::close(made.file);
    if (!made.temporary.empty()) ::unlinkat(place.directory.get(), made.temporary.c_str(), 0);
  }
  void check(int code) const {
    if (code != 0) fail("write", path, code);
  }
  std::string path;
  Place place;
  WriteOptions options;
  Unnamed made = {};
};

NewFile::NewFile(const std::string& path, const WriteOptions& options) {
  const std::string name = checked(path);
  if (name.substr(name.rfind('/') + 1).size() > NAME_MAX) fail("write", path, ENAMETOOLONG);
  parts_ = std::make_unique<Parts>(path, options);
  if (parts_->place.directory.get() < 0) fail("write", path, errno);
  parts_->made = create(parts_->place, options.mode);
  if (parts_->made.file < 0) fail("write", path, errno);
}

NewFile::~NewFile() = default;

void NewFile::append(std::span<const std::uint8_t> bytes) { parts_->check(write_all(parts_->made.file, bytes)); }

void NewFile::finish() { parts_->check(publish(parts_->made, parts_->place, parts_->options)); }

void write(const std::string& path, std::span<const std::uint8_t> bytes, const WriteOptions& options) {
  NewFile file(path, options);
  file.append(bytes);
  file.finish();
}

bool exists(const std::string& path) {
  struct stat info{};
  return ::stat(checked(path), &info) == 0;
}

Status status(const std::string& path) {
  struct stat info{};
  if (::stat(checked(path), &info) != 0) fail("look at", path, errno);
  Status result;
  if (S_ISREG(info.st_mode)) result.type = Status::Type::kFile;
  if (S_ISDIR(info.st_mode)) result.type = Status::Type::kDirectory;
  result.executable = S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
  result.size = static_cast<std::uint64_t>(info.st_size);
  result.modified = static_cast<double>(info.st_mtim.tv_sec) + static_cast<double>(info.st_mtim.tv_nsec) * 1e-9;
  return result;
}

std::vector<std::string> list(const std::string& path) {
  constexpr std::size_t kMost = 100'000;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(checked(path)), ::closedir);
  if (!directory) fail("list", path, errno);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != ".." && names.size() < kMost) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void make_directory(const std::string& path, unsigned mode) {
  const std::string whole = checked(path);
  for (std::size_t end = whole.find('/', 1); end != std::string::npos; end = whole.find('/', end + 1)) {
    const std::string part = whole.substr(0, end);
    if (::mkdir(part.c_str(), mode) != 0 && errno != EEXIST && !exists(part)) fail("make folder", part, errno);
  }
  if (::mkdir(whole.c_str(), mode) == 0) return;
  const int code = errno;
  struct stat info{};
  if (::stat(whole.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return;
  fail("make folder", path, code);
}

void make_new_directory(const std::string& path, unsigned mode) {
  if (::mkdir(checked(path), mode) != 0) fail("make folder", path, errno);
}

void remove(const std::string& path) {
  if (::remove(checked(path)) != 0) fail("remove", path, errno);
}

std::string temporary_directory() {
  const char* directory = std::getenv("TMPDIR");
  return directory && *directory ? directory : "/tmp";
}

std::string home() {
  const char* directory = std::getenv("HOME");
  if (directory && *directory) return directory;
  const passwd* entry = getpwuid(getuid());
  return entry ? entry->pw_dir : "/";
}

std::string current_directory() {
  char path[PATH_MAX];
  if (!getcwd(path, sizeof path)) fail("find", "the working directory", errno);
  return path;
}

}  // namespace runtime::files
