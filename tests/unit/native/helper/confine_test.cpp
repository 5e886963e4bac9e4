// Checks the confinement of helpers: makes each forbidden attempt from native code, in a separate
// process, as a picture that exploits a decoder would.
#include "native/helper/confine.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

namespace native {
namespace {

// How a process ends that gives something up and then does this: its exit status, or minus its
// signal.
int end_after(const std::function<void()>& give_up, const std::function<int()>& attempt) {
  const pid_t child = fork();
  if (child == 0) {
    give_up();
    syscall(SYS_exit_group, attempt());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

[[maybe_unused]] void confine_wholly() { confine(); }

// 0 when the raw call succeeds, else its errno.
template <class... Arguments>
std::function<int()> raw(long number, Arguments... arguments) {
  return [=] { return syscall(number, arguments...) < 0 ? errno : 0; };
}

TEST(HelperConfinement, RightsAreGone) {
  EXPECT_EQ(end_after(drop_privileges,
                      [] {
                        rlimit core{};
                        getrlimit(RLIMIT_CORE, &core);
                        const bool fine = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 &&
                                          prctl(PR_GET_DUMPABLE) == 0 && core.rlim_max == 0;
                        return fine ? 0 : 1;
                      }),
            0);
  EXPECT_EQ(end_after(drop_privileges, raw(SYS_chroot, "/")), EPERM) << "a superuser's right";
}

// By itself, without the filter of system calls.
TEST(HelperConfinement, NoFileCanBeOpened) {
  const auto forbid = [] {
    drop_privileges();
    if (!forbid_files()) syscall(SYS_exit_group, 99);
  };
  const int read_only = end_after(forbid, raw(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY));
  if (read_only == 99) GTEST_SKIP() << "neither build nor kernel need know Landlock";
  EXPECT_EQ(read_only, EACCES);
  EXPECT_EQ(end_after(forbid, raw(SYS_openat, AT_FDCWD, "/proc/self/environ", O_RDONLY)), EACCES);
  EXPECT_EQ(end_after(forbid,
                      raw(SYS_openat, AT_FDCWD, "/tmp/peekaboo-was-here", O_CREAT | O_RDWR, 0600)),
            EACCES);
  EXPECT_EQ(end_after(forbid, raw(SYS_mkdirat, AT_FDCWD, "/tmp/peekaboo-was-here", 0700)), EACCES);
  static char program[] = "/bin/true";
  static char* arguments[] = {program, nullptr};
  EXPECT_EQ(end_after(forbid, raw(SYS_execve, program, arguments, nullptr)), EACCES);
  EXPECT_FALSE(std::filesystem::exists("/tmp/peekaboo-was-here"));
}

#ifdef PEEKABOO_SECCOMP

TEST(HelperConfinement, WhatIsNeededStillWorks) {
  EXPECT_EQ(end_after(confine_wholly, [] { return 7; }), 7);
  EXPECT_EQ(end_after(confine_wholly, raw(SYS_write, STDERR_FILENO, "", 0)), 0);
  EXPECT_EQ(end_after(confine_wholly, raw(SYS_mmap, nullptr, 4096, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
            0);
}

TEST(HelperConfinement, AnIntruderIsEnded) {
  static char program[] = "/bin/true";
  static char* arguments[] = {program, nullptr};
  static sockaddr_in address{};
  const struct {
    const char* what;
    std::function<int()> attempt;
  } attempts[] = {
      {"execve", raw(SYS_execve, program, arguments, nullptr)},
      {"execveat", raw(SYS_execveat, AT_FDCWD, program, arguments, nullptr, 0)},
      {"socket", raw(SYS_socket, AF_INET, SOCK_STREAM, 0)},
      {"unix socket", raw(SYS_socket, AF_UNIX, SOCK_STREAM, 0)},
      {"connect", raw(SYS_connect, 0, &address, sizeof address)},
      {"fork", raw(SYS_fork)},
      {"ptrace", raw(SYS_ptrace, 0, 0, nullptr, nullptr)},
      {"process_vm_readv", raw(SYS_process_vm_readv, getppid(), nullptr, 0, nullptr, 0, 0)},
  };
  for (const auto& [what, attempt] : attempts)
    EXPECT_EQ(end_after(confine_wholly, attempt), -SIGSYS) << what;
}

TEST(HelperConfinement, EverythingElseFails) {
  const struct {
    const char* what;
    std::function<int()> attempt;
  } attempts[] = {
      {"open", raw(SYS_open, "/etc/passwd", O_RDONLY)},
      {"openat", raw(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY)},
      {"openat2", raw(SYS_openat2, AT_FDCWD, "/etc/passwd", nullptr, 0)},
      {"stat", raw(SYS_newfstatat, AT_FDCWD, "/etc/passwd", nullptr, 0)},
      {"readlink", raw(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", nullptr, 0)},
      {"unlink", raw(SYS_unlink, "/tmp/peekaboo-was-here")},
      {"clone", raw(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr)},
      {"kill", raw(SYS_kill, getppid(), 0)},
      {"tgkill", raw(SYS_tgkill, getppid(), getppid(), 0)},
      {"pidfd_getfd", raw(SYS_pidfd_getfd, 0, 0, 0)},
      {"dup", raw(SYS_dup, 0)},
      {"ioctl", raw(SYS_ioctl, 0, 0, nullptr)},
      {"executable memory",
       raw(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)},
      {"mprotect", raw(SYS_mprotect, nullptr, 4096, PROT_EXEC)},
      {"setrlimit", raw(SYS_prlimit64, 0, RLIMIT_AS, nullptr, nullptr)},
      {"unshare", raw(SYS_unshare, 0)},
      {"bpf", raw(SYS_bpf, 0, nullptr, 0)},
      {"io_uring", raw(SYS_io_uring_setup, 1, nullptr)},
      {"memfd", raw(SYS_memfd_create, "x", 0)},
      {"prctl", raw(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0)},
      {"seccomp", raw(SYS_seccomp, 0, 0, nullptr)},
  };
  for (const auto& [what, attempt] : attempts)
    EXPECT_EQ(end_after(confine_wholly, attempt), EPERM) << what;
}

#else

TEST(HelperConfinement, ABuildWithoutTheLibrarySaysSo) { EXPECT_FALSE(forbid_system_calls()); }

#endif

}  // namespace
}  // namespace native
