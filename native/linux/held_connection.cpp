#include "native/linux/held_connection.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace native {
namespace {

constexpr int kLongest = 3600 * 1000;  // ms

// Runs in a copy of a process whose other threads are gone: only system calls are safe.
[[noreturn]] void hold(int socket) {
  ::setsid();
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(socket, STDIN_FILENO);
  ::syscall(SYS_close_range, STDIN_FILENO + 1, ~0U, 0);
  pollfd answer{STDIN_FILENO, POLLIN, 0};
  while (::poll(&answer, 1, kLongest) < 0 && errno == EINTR) continue;
  ::_exit(0);
}

}  // namespace

void hold_until_answered(int socket) {
  if (socket < 0) return;
  const pid_t between = ::fork();
  if (between == 0) {
    // Whom the system adopts nobody has to wait for.
    if (::fork() != 0) ::_exit(0);
    hold(socket);
  }
  if (between > 0)
    while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) continue;
}

}  // namespace native
