// peekaboo-portal: takes pictures of screens and moves keys and pointer by the desktop portal. A
// separate process, one for each user: a person is asked once for all of them, and PipeWire is
// outside of the program's start. Started at first need with the path of the socket at which it
// listens; see ../message.hpp.
#include <fcntl.h>
#include <pipewire/pipewire.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "native/portal/helper/server.hpp"

namespace {

// Makes this process a daemon: without terminal, working folder and output.
void detach() {
  ::setsid();
  if (::chdir("/") != 0) ::_exit(1);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int each = 0; each < 3; ++each) ::dup2(nothing, each);
  if (nothing > 2) ::close(nothing);
}

}  // namespace

int main(int count, char** words) {
  using namespace native::portal;
  if (count != 2 || words[1][0] != '/') {
    std::fputs("peekaboo-portal is started by peekaboo, with the path of a socket\n", stderr);
    return 64;
  }
  ::signal(SIGPIPE, SIG_IGN);
  // Taken as messages, so that nothing stays down. Before there is any thread.
  sigset_t endings;
  ::sigemptyset(&endings);
  for (const int each : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&endings, each);
  ::sigprocmask(SIG_BLOCK, &endings, nullptr);
  // It holds pictures of screens. The portal must be able to read what it is: dumpable it stays.
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  SocketFile socket(words[1]);
  const SocketFile::Begin begun = socket.begin();
  if (begun == SocketFile::Begin::kRunsAlready) return 0;
  if (begun == SocketFile::Begin::kFailed) {
    std::perror(words[1]);
    return 1;
  }
  // Who started it waits for this process, and may connect then.
  const pid_t child = ::fork();
  if (child != 0) ::_exit(child < 0 ? 1 : 0);
  socket.let_others();
  detach();
  ::pw_init(nullptr, nullptr);
  Server(socket, TokenFile(TokenFile::usual_path("screens")),
         TokenFile(TokenFile::usual_path("input")),
         OwnedFile(::signalfd(-1, &endings, SFD_CLOEXEC | SFD_NONBLOCK)))
      .run();
  return 0;
}
