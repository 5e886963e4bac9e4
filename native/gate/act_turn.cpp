#include "native/gate/act_turn.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "native/desktop/error.hpp"
#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/locked_file.hpp"
#include "runtime/core/files/own_folder.hpp"

namespace native {
namespace {

constexpr const char* kFile = "acting";
// The kernel has no wait with a deadline for this lock.
constexpr std::chrono::milliseconds kPause{5};

std::string usable(const std::vector<std::string>& folders) {
  const auto found = std::find_if(folders.begin(), folders.end(), [&](const std::string& folder) {
    return runtime::files::is_usable(folder, folders);
  });
  return found == folders.end() ? folders.back() : *found;
}

}  // namespace

ActTurn::ActTurn(const std::vector<std::string>& folders, Deadline deadline,
                 const std::function<void()>& check) {
  if (folders.empty()) return;
  const std::string folder = usable(folders);
  runtime::files::make_runtime_folder(folder);
  const std::string path = folder + "/" + kFile;
  file_.emplace(runtime::files::open_own_file(path, O_RDWR | O_CREAT));
  while (::flock(file_->get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) runtime::files::fail("lock", path, errno);
    check();
    if (std::chrono::steady_clock::now() >= deadline)
      throw Error("TIMEOUT", "another process of Peekaboo was acting all the time",
                  "Try again once it is done.", {{"reason", "busy"}});
    std::this_thread::sleep_for(kPause);
  }
}

ActTurn::~ActTurn() {
  if (acts_) ::futimens(file_->get(), nullptr);
  // A copy of this process that an act has made holds the file, too: closing it would not be
  // enough.
  if (file_) ::flock(file_->get(), LOCK_UN);
}

bool ActTurn::begin_act() {
  if (!file_) return false;
  struct stat info{};
  if (::fstat(file_->get(), &info) != 0) return false;
  acts_ = true;
  // Only a file that was never acted with is empty.
  if (info.st_size == 0) return ::pwrite(file_->get(), "\n", 1, 0) == 1;
  const auto last = std::chrono::system_clock::from_time_t(info.st_mtim.tv_sec);
  return std::chrono::system_clock::now() - last >= kQuiet;
}

}  // namespace native
