// peekaboo-ocr: reads text in pictures for peekaboo. A separate process, because it takes 83 MB and
// 10 ms to load, which other commands should not pay for, and because a crash or a hang in it ends
// nothing else. One process reads one language and cannot open files once that is loaded. See
// protocol.hpp.

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "native/helper/confine.hpp"
#include "native/text/helper/engine.hpp"
#include "native/text/helper/helper_channel.hpp"

namespace native {
namespace {

// Runs the program again with OMP_THREAD_LIMIT=1, because the OpenMP library reads it when it is
// loaded, before main().
void limit_threads(char** arguments) {
  const char* limit = std::getenv("OMP_THREAD_LIMIT");
  if (limit != nullptr && std::string_view(limit) == "1") return;
  setenv("OMP_THREAD_LIMIT", "1", 1);
  execv("/proc/self/exe", arguments);
}

// Ends the process when the program has closed the socket. The engine checks `abandoned` only in
// some of its phases, and one of the others can take half a minute.
void leave_if_alone(int) {
  pollfd program{STDIN_FILENO, POLLRDHUP, 0};
  if (poll(&program, 1, 0) > 0 && (program.revents & (POLLHUP | POLLRDHUP)) != 0) _exit(0);
}

void look_every(long microseconds) {
  const itimerval interval{{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &interval, nullptr);
}

void install_look() {
  struct sigaction action = {};
  action.sa_handler = leave_if_alone;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
}

// Loads the language of the first request and then gives up access to files, because the pictures
// are untrusted.
void begin_once(Engine& engine, const std::string& language) {
  static bool begun = false;
  if (begun) return;
  engine.load(language);
  begun = true;
  engine.keep_to_open_files();
  dup2(STDOUT_FILENO, STDERR_FILENO);  // /dev/null
  confine();
}

bool answer(Channel& channel, Engine& engine, const Request& request) {
  if (!channel.send("begin\n")) return false;
  try {
    begin_once(engine, request.language());
    const auto abandoned = [&channel] { return channel.abandoned(); };
    for (std::size_t i = 0; i < request.pictures().size(); ++i)
      if (!channel.send(i, engine.read(request.pictures()[i], abandoned))) return false;
    return channel.send("end\n");
  } catch (const EngineFailure& failure) {
    return channel.send("fail\t" + failure.reason + "\t" + failure.text + "\n");
  }
}

}  // namespace
}  // namespace native

int main(int, char** arguments) {
  native::limit_threads(arguments);
  // The pictures show secrets.
  prctl(PR_SET_DUMPABLE, 0);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  native::Channel channel(STDIN_FILENO);
  native::Engine engine;
  native::install_look();
  while (const auto request = channel.next()) {
    native::look_every(250'000);
    const bool answered = native::answer(channel, engine, *request);
    native::look_every(0);
    if (!answered) break;
  }
  return 0;
}
