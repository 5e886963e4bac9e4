#include "native/portal/helper_link.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {
namespace {

constexpr int kLinkTries = 2;
// Of a program whose libraries are missing.
constexpr int kNotLoaded = 127;
// What it may need to find its files, libraries and PipeWire.
constexpr const char* kHandedOn[] = {"HOME",
                                     "XDG_STATE_HOME",
                                     "LD_LIBRARY_PATH",
                                     "PIPEWIRE_REMOTE",
                                     "PIPEWIRE_RUNTIME_DIR",
                                     "PIPEWIRE_CONFIG_DIR"};

Error cannot_start(const std::string& why, const std::string& remedy) {
  return Error("UNSUPPORTED", "helper peekaboo-portal " + why, remedy, {{"reason", "no helper"}});
}

// How the helper starts: without files and signals of ours.
class HelperSetup {
 public:
  HelperSetup() {
    ::posix_spawn_file_actions_init(&actions);
    for (int each = 0; each < 3; ++each)
      ::posix_spawn_file_actions_addopen(&actions, each, "/dev/null", O_RDWR, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~HelperSetup() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  HelperSetup(const HelperSetup&) = delete;
  HelperSetup& operator=(const HelperSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// Waits until a process has ended, and returns its exit status; nothing at the deadline.
std::optional<int> exit_status(pid_t pid, Deadline deadline) {
  const OwnedFile handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  bool ended = false;
  while (!ended && Clock::now() < deadline) {
    pollfd waiting{handle.get(), POLLIN, 0};
    ended = ::poll(&waiting, 1, milliseconds_until(deadline)) > 0;
  }
  if (!ended) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (!ended) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Sends a request and returns its answer; nothing when the helper ends meanwhile. Throws the error
// of a refusal.
std::optional<Message> exchange(const OwnedFile& link, const Message& request, Deadline deadline,
                                Purpose purpose) {
  if (!send_message(link.get(), request, deadline)) return std::nullopt;
  std::optional<Message> answer = receive_message(link.get(), deadline);
  if (answer && !answer->text("refused").empty()) throw error_for(answer->text("refused"), purpose);
  return answer;
}

}  // namespace

void HelperLink::start(const std::string& socket, Deadline deadline) const {
  if (place_.program.empty()) throw error_for("no helper");
  std::vector<std::string> variables = {"XDG_RUNTIME_DIR=" + place_.run};
  for (const char* name : kHandedOn)
    if (const char* value = std::getenv(name)) variables.push_back(std::string(name) + "=" + value);
  std::vector<char*> environment;
  for (std::string& each : variables) environment.push_back(each.data());
  environment.push_back(nullptr);
  std::string name = "peekaboo-portal", path = socket;
  char* words[] = {name.data(), path.data(), nullptr};
  const HelperSetup setup;
  pid_t pid = 0;
  const int failure = ::posix_spawn(&pid, place_.program.c_str(), &setup.actions, &setup.attributes,
                                    words, environment.data());
  if (failure != 0)
    throw cannot_start(std::string("cannot be started: ") + std::strerror(failure),
                       "Install Peekaboo again.");
  // It leaves a process of its own behind, which listens by then.
  const std::optional<int> status = exit_status(pid, deadline);
  if (!status) throw error_for("no answer");
  if (*status == kNotLoaded)
    throw cannot_start("cannot be loaded", "Install the library of PipeWire: libpipewire-0.3-0.");
  if (*status != 0)
    throw cannot_start("cannot listen at " + socket,
                       "Set XDG_RUNTIME_DIR to a folder of your own.");
}

OwnedFile HelperLink::connect(const std::string& socket, Deadline deadline) const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.size() >= sizeof address.sun_path)
    throw cannot_start("has too long a socket path", "Set XDG_RUNTIME_DIR to a shorter path.");
  std::memcpy(address.sun_path, socket.data(), socket.size());
  for (int tries = 0;; ++tries) {
    OwnedFile link(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const auto* const named = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(link.get(), named, sizeof address) == 0) {
      if (is_own_peer(link.get())) return link;
      throw cannot_start("at " + socket + " belongs to another user",
                         "Set XDG_RUNTIME_DIR to a folder of your own.");
    }
    // Its queue is full: it is stopped, or overloaded.
    if (errno == EAGAIN || tries == kLinkTries) throw error_for("no answer");
    start(socket, deadline);
  }
}

Message HelperLink::ask(const Message& request, bool repeats, Deadline deadline,
                        Purpose purpose) const {
  if (!place_.folder) throw error_for("no helper");
  const std::string socket = place_.folder() + "/portal.sock";
  for (int tries = 0; tries < (repeats ? kLinkTries : 1); ++tries) {
    const OwnedFile link = connect(socket, deadline);
    if (std::optional<Message> answer = exchange(link, request, deadline, purpose))
      return std::move(*answer);
    if (Clock::now() >= deadline) throw error_for("no answer", purpose);
  }
  throw error_for("helper ended", purpose);
}

OwnedFile HelperLink::open(const Message& request, Deadline deadline, Purpose purpose) const {
  if (!place_.folder) throw error_for("no helper");
  const std::string socket = place_.folder() + "/portal.sock";
  for (int tries = 0; tries < kLinkTries; ++tries) {
    OwnedFile link = connect(socket, deadline);
    if (exchange(link, request, deadline, purpose)) return link;
    if (Clock::now() >= deadline) throw error_for("no answer", purpose);
  }
  throw error_for("helper ended", purpose);
}

}  // namespace native::portal
