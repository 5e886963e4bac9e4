#include "native/portal/helper/token_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "native/portal/message.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::size_t kMaxToken = 512;

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

// Makes a folder and those above it, as XDG asks for.
bool make_folders(const std::string& folder) {
  if (folder.empty() || ::access(folder.c_str(), W_OK | X_OK) == 0) return true;
  if (::mkdir(folder.c_str(), 0700) == 0) return true;
  if (errno != ENOENT || !make_folders(folder_of(folder))) return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

// A new file beside the one that it shall replace. Removed unless it has.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : name_(path + ".XXXXXX") {
    if (!make_folders(folder_of(path))) throw Refusal("token not stored");
    file_.reset(::mkostemp(name_.data(), O_CLOEXEC));  // mode 0600
    if (file_.get() < 0) throw Refusal("token not stored");
  }
  ~NewFile() {
    if (file_.get() >= 0) ::unlink(name_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool replace(const std::string& path, const std::string& text) {
    const bool whole =
        ::write(file_.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::fsync(file_.get()) == 0 && ::rename(name_.c_str(), path.c_str()) == 0;
    if (whole) file_.reset();
    return whole;
  }

 private:
  std::string name_;
  OwnedFile file_;
};

}  // namespace

bool is_token(const std::string& text) {
  return !text.empty() && text.size() <= kMaxToken &&
         std::all_of(text.begin(), text.end(), [](char each) { return each > ' ' && each < 0x7F; });
}

std::string TokenFile::usual_path(const std::string& name) {
  const std::string file = "/peekaboo/" + name + ".token";
  const char* const stated = std::getenv("XDG_STATE_HOME");
  // Relative paths must be ignored (XDG Base Directory Specification).
  if (stated != nullptr && *stated == '/') return stated + file;
  const char* const home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "") + "/.local/state" + file;
}

std::optional<std::string> TokenFile::read() const {
  const OwnedFile file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return std::nullopt;
  std::string text(kMaxToken + 1, '\0');
  const ssize_t count = ::read(file.get(), text.data(), text.size());
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  if (!is_token(text)) return std::nullopt;
  return text;
}

void TokenFile::check_writable() const { const NewFile trial(path_); }

void TokenFile::write(const std::string& token) const {
  if (!is_token(token)) throw Refusal("bad answer");
  if (read() == token) return;
  if (!NewFile(path_).replace(path_, token)) throw Refusal("token not stored");
}

bool TokenFile::remove() const { return ::unlink(path_.c_str()) == 0; }

}  // namespace native::portal
