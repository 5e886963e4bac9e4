#include "native/text/helper_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string_view>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/text/protocol.hpp"

namespace native {
namespace {

using Clock = std::chrono::steady_clock;

int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
}

// Returns only the variables that locate libraries and languages, so that helpers get no secrets of
// ours. Limits OpenMP to one thread: more threads cost five times what they gain, and the library
// reads the limit when it loads.
std::vector<char*> environment_for_helper() {
  static char limit[] = "OMP_THREAD_LIMIT=1";
  std::vector<char*> result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    for (const char* kept : {"TESSDATA_PREFIX=", "LD_LIBRARY_PATH="})
      if (std::string_view(*entry).starts_with(kept)) result.push_back(*entry);
  result.push_back(limit);
  result.push_back(nullptr);
  return result;
}

// How the new process starts: with the socket as standard input, no other descriptors except
// stderr, default signals, and a process group of its own, so that Ctrl-C in the terminal does not
// reach it.
class Start {
 public:
  explicit Start(int socket) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~Start() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  int run(const std::string& path, pid_t& pid) {
    std::vector<char*> environment = environment_for_helper();
    std::string name = path.substr(path.rfind('/') + 1);
    char* arguments[] = {name.data(), nullptr};
    return posix_spawn(&pid, path.c_str(), &actions_, &attributes_, arguments, environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// Returns whether the process ended within the time.
bool ends_within(pid_t pid, int milliseconds) {
  const FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (handle.get() < 0) return false;
  pollfd entry{handle.get(), POLLIN, 0};
  return poll(&entry, 1, milliseconds) > 0;
}

}  // namespace

HelperProcess::HelperProcess(const std::string& path) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error("INTERNAL_ERROR",
                "cannot create a socket pair for " + path + ": " + std::strerror(errno),
                "Raise the limit on open files (ulimit -n).");
  socket_ = FileDescriptor(ends[0]);
  const FileDescriptor theirs(ends[1]);
  if (const int error = Start(theirs.get()).run(path, pid_); error != 0) {
    pid_ = -1;
    throw Error("UNSUPPORTED", "helper " + path + " cannot be started: " + std::strerror(error),
                "Install Peekaboo again; its helpers belong beside peekaboo.");
  }
}

HelperProcess::~HelperProcess() {
  forget();
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool HelperProcess::send(const std::string& line, int descriptor) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec part{const_cast<char*>(line.data()), line.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
  }
  forget();
  return sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT) ==
         static_cast<ssize_t>(line.size());
}

HelperProcess::Heard HelperProcess::hear(std::string& line, Deadline deadline) {
  while (true) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      line.assign(buffer_, 0, end);
      buffer_.erase(0, end + 1);
      return Heard::kLine;
    }
    if (buffer_.size() > protocol::kMaxLine) return Heard::kGarbage;
    pollfd entry{socket_.get(), POLLIN, 0};
    const int ready = poll(&entry, 1, milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Heard::kLate;
    char bytes[protocol::kMaxLine];
    const ssize_t count = recv(socket_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0) buffer_.append(bytes, static_cast<std::size_t>(count));
    explicit_bzero(bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return Heard::kGone;
  }
}

void HelperProcess::forget() {
  buffer_.resize(buffer_.capacity());
  explicit_bzero(buffer_.data(), buffer_.size());
  buffer_.clear();
}

HelperProcess::End HelperProcess::finish() {
  if (pid_ < 0) return {};
  constexpr int kFarewell = 500;
  if (!ends_within(pid_, kFarewell)) kill(pid_, SIGKILL);
  int status = 0;
  pid_t reaped = 0;
  while ((reaped = waitpid(pid_, &status, 0)) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (reaped < 0) return {-1, "exit status unknown"};
  if (WIFEXITED(status))
    return {WEXITSTATUS(status), "exit status " + std::to_string(WEXITSTATUS(status))};
  return {-1, "signal " + std::to_string(WTERMSIG(status))};
}

std::string find_helper(const std::string& name) {
  char link[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", link, sizeof link);
  if (length <= 0) return {};
  const std::string executable(link, static_cast<std::size_t>(length));
  const std::string folder = executable.substr(0, executable.rfind('/'));
  const std::string prefix = folder.substr(0, folder.rfind('/'));
  for (const std::string& path : {folder + "/" + name, prefix + "/libexec/peekaboo/" + name})
    if (access(path.c_str(), X_OK) == 0) return path;
  return {};
}

}  // namespace native
