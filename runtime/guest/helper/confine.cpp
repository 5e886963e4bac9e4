#include "runtime/guest/helper/confine.hpp"

#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/guest/protocol.hpp"

namespace guest {

namespace {

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, std::strerror(errno));
  _exit(runtime::guest::protocol::kExitNotConfined);
}

void limit(decltype(RLIMIT_AS) what, rlim_t most, const char* name) {
  rlimit before{};
  if (getrlimit(what, &before) != 0) stop(name);
  if (before.rlim_max != RLIM_INFINITY && before.rlim_max < most) most = before.rlim_max;
  const rlimit wanted{most, most};
  if (setrlimit(what, &wanted) != 0) stop(name);
}

void close_from(unsigned first) {
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
  // A kernel before 5.9.
  rlimit open{};
  if (getrlimit(RLIMIT_NOFILE, &open) != 0) stop("RLIMIT_NOFILE");
  for (rlim_t fd = first; fd < open.rlim_cur; ++fd) close(static_cast<int>(fd));
}

void die_with_the_host() {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) stop("PR_SET_PDEATHSIG");
}

// Makes the C library read the file now; later it finds the same name and does not read again.
void learn_time_zone() {
  setenv("TZ", ":/etc/localtime", 1);
  tzset();
}

}  // namespace

void let_go() {
  close_from(3);
  die_with_the_host();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) stop("PR_SET_NO_NEW_PRIVS");
  if (prctl(PR_SET_DUMPABLE, 0) != 0) stop("PR_SET_DUMPABLE");
  limit(RLIMIT_CORE, 0, "RLIMIT_CORE");
  if (chdir("/") != 0) stop("chdir");
  learn_time_zone();
}

bool limit_resources(const Limits& limits) {
  const bool namespaces = unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) == 0;
  die_with_the_host();  // a change of credentials has reset it
  alarm(limits.seconds);
  limit(RLIMIT_AS, limits.memory, "RLIMIT_AS");
  limit(RLIMIT_CPU, limits.computing, "RLIMIT_CPU");
  limit(RLIMIT_FSIZE, 0, "RLIMIT_FSIZE");
  limit(RLIMIT_NPROC, 0, "RLIMIT_NPROC");
  limit(RLIMIT_MEMLOCK, 0, "RLIMIT_MEMLOCK");
  limit(RLIMIT_MSGQUEUE, 0, "RLIMIT_MSGQUEUE");
  limit(RLIMIT_NOFILE, 0, "RLIMIT_NOFILE");
  return namespaces;
}

void drop_capabilities() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (unsigned long each = 0; prctl(PR_CAPBSET_READ, each, 0, 0, 0) >= 0; ++each)
    prctl(PR_CAPBSET_DROP, each, 0, 0, 0);  // only a process with CAP_SETPCAP has any to lose
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &head, none) != 0) stop("capset");
}

Confinement confine(const Limits& limits, bool unfiltered) {
  Confinement done;
  done.namespaces = limit_resources(limits);
  drop_capabilities();
  const char* refused = forbid_system_calls();
  done.system_calls = refused == nullptr;
  if (done.system_calls) return done;
  if (!unfiltered) {
    std::fprintf(stderr, "%s\n", refused);
    _exit(runtime::guest::protocol::kExitNotFiltered);
  }
  close(STDERR_FILENO);
  return done;
}

}  // namespace guest
