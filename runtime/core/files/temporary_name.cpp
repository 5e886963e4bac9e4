#include "runtime/core/files/temporary_name.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>
#include <mutex>
#include <set>

namespace runtime::files {

namespace {

constexpr std::size_t kDirectoriesRemembered = 256;
constexpr int kEntriesLookedAt = 100'000;
// Seconds without a change. A process in another container is invisible here and may still be
// writing, hence a short wait. A process id may have been reused, hence a longer one.
constexpr std::time_t kDeadFor = 5;
constexpr std::time_t kStaleAfter = 60;

// Returns the process id in ".peekaboo-<process>-<number>.tmp", or 0 for any other name.
int owner_of(const char* name) {
  int process = 0;
  unsigned number = 0;
  int length = 0;
  if (std::sscanf(name, ".peekaboo-%d-%u.tmp%n", &process, &number, &length) != 2 || length == 0)
    return 0;
  return name[length] == '\0' ? process : 0;
}

bool is_stray(int directory, const char* name, std::time_t now) {
  const int process = owner_of(name);
  struct stat info{};
  if (process <= 0 || ::fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid()) return false;
  const std::time_t age = now - info.st_mtime;
  const bool dead = ::kill(process, 0) != 0 && errno == ESRCH;
  return age > (dead ? kDeadFor : kStaleAfter);
}

void remove_strays(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), ::closedir);
  if (!directory) return;
  const int handle = ::dirfd(directory.get());
  const std::time_t now = std::time(nullptr);
  int left = kEntriesLookedAt;
  while (const dirent* entry = left-- > 0 ? ::readdir(directory.get()) : nullptr)
    if (is_stray(handle, entry->d_name, now)) ::unlinkat(handle, entry->d_name, 0);
}

// Returns whether this process uses the directory for the first time.
bool is_new(const std::string& directory) {
  static std::mutex guard;
  static std::set<std::string> seen;
  const std::lock_guard lock(guard);
  return seen.size() < kDirectoriesRemembered && seen.insert(directory).second;
}

}  // namespace

bool is_temporary_name(const std::string& name) { return owner_of(name.c_str()) != 0; }

std::string temporary_name(const std::string& directory) {
  static std::atomic<unsigned> counter = 0;
  if (is_new(directory)) remove_strays(directory);
  return ".peekaboo-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
}

}  // namespace runtime::files
