// The filter for system calls really is one: each attempt is made from native code, in a process of
// its own, as a guest would make it that has taken over its interpreter.
#include "runtime/guest/helper/confine.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace guest {
namespace {

#ifdef PEEKABOO_SECCOMP

// How a process ends that is shut in and then does this: its exit status, or minus its signal.
int end_after(const std::function<int()>& attempt) {
  const pid_t child = fork();
  if (child == 0) {
    forbid_system_calls();
    syscall(SYS_exit_group, attempt());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

// The raw call: wrappers make others on the way.
template <class... Arguments>
std::function<int()> raw(long number, Arguments... arguments) {
  return [=] {
    syscall(number, arguments...);
    return 0;
  };
}

TEST(GuestConfinement, WhatIsNeededStillWorks) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(end_after([] { return 7; }), 7);
  EXPECT_EQ(end_after([] {
              void* memory =
                  reinterpret_cast<void*>(syscall(SYS_mmap, nullptr, 4096, PROT_READ | PROT_WRITE,
                                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
              *static_cast<char*>(memory) = 1;
              return static_cast<int>(syscall(SYS_munmap, memory, 4096));
            }),
            0);
  EXPECT_EQ(end_after([] { return static_cast<int>(syscall(SYS_write, 1, "", 0)); }), 0);
  close(ends[0]);
  close(ends[1]);
}

TEST(GuestConfinement, EverythingElseEndsTheProcess) {
  static char program[] = "/bin/true";
  static char* arguments[] = {program, nullptr};
  const struct {
    const char* what;
    std::function<int()> attempt;
  } attempts[] = {
      {"open", raw(SYS_open, "/proc/self/status", O_RDONLY)},
      {"openat", raw(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY)},
      {"creat", raw(SYS_creat, "/tmp/peekaboo-guest-was-here", 0600)},
      {"unlink", raw(SYS_unlink, "/tmp/peekaboo-guest-was-here")},
      {"socket", raw(SYS_socket, AF_INET, SOCK_STREAM, 0)},
      {"unix socket", raw(SYS_socket, AF_UNIX, SOCK_STREAM, 0)},
      {"connect", raw(SYS_connect, 0, nullptr, 0)},
      {"execve", raw(SYS_execve, program, arguments, nullptr)},
      {"execveat", raw(SYS_execveat, AT_FDCWD, program, arguments, nullptr, 0)},
      {"fork", raw(SYS_fork)},
      {"clone", raw(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr)},
      {"vfork", raw(SYS_vfork)},
      {"kill", raw(SYS_kill, getppid(), 0)},
      {"tgkill", raw(SYS_tgkill, getppid(), getppid(), 0)},
      {"pidfd_open", raw(SYS_pidfd_open, getppid(), 0)},
      {"ptrace", raw(SYS_ptrace, PTRACE_TRACEME, 0, nullptr, nullptr)},
      {"process_vm_readv", raw(SYS_process_vm_readv, getppid(), nullptr, 0, nullptr, 0, 0)},
      {"read of another descriptor", raw(SYS_read, 2, nullptr, 0)},
      {"write to another descriptor", raw(SYS_write, 2, "", 0)},
      {"dup", raw(SYS_dup, 0)},
      {"fcntl", raw(SYS_fcntl, 0, F_DUPFD, 100)},
      {"ioctl", raw(SYS_ioctl, 0, 0, nullptr)},
      {"executable memory",
       raw(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)},
      {"a mapped file", raw(SYS_mmap, nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0)},
      {"mprotect", raw(SYS_mprotect, nullptr, 4096, PROT_EXEC)},
      {"setrlimit", raw(SYS_prlimit64, 0, RLIMIT_AS, nullptr, nullptr)},
      {"unshare", raw(SYS_unshare, 0)},
      {"bpf", raw(SYS_bpf, 0, nullptr, 0)},
      {"io_uring", raw(SYS_io_uring_setup, 1, nullptr)},
      {"memfd", raw(SYS_memfd_create, "x", 0)},
      {"prctl", raw(SYS_prctl, 0, 0, 0, 0, 0)},
  };
  for (const auto& [what, attempt] : attempts) EXPECT_EQ(end_after(attempt), -SIGSYS) << what;
}

#else

TEST(GuestConfinement, ABuildWithoutTheLibrarySaysSo) {
  EXPECT_THAT(forbid_system_calls(), testing::HasSubstr("libseccomp"));
}

#endif

#ifndef __SANITIZE_ADDRESS__

// The limits of the kernel hold by themselves, where there is no filter.
TEST(GuestConfinement, LimitsHoldWithoutTheFilter) {
  const pid_t child = fork();
  if (child == 0) {
    let_go();
    Limits limits;
    limits.memory = std::size_t{256} << 20;
    limits.computing = 5;
    limits.seconds = 30;
    limit_resources(limits);
    drop_capabilities();
    int faults = 0;
    if (open("/etc/passwd", O_RDONLY) >= 0) faults |= 1;
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) faults |= 2;
    if (mmap(nullptr, std::size_t{1} << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
        MAP_FAILED)
      faults |= 4;
    const rlimit more{100, 100};
    if (setrlimit(RLIMIT_NOFILE, &more) == 0) faults |= 8;
    if (fcntl(3, F_GETFD) >= 0) faults |= 16;
    if (chroot("/") == 0 || errno != EPERM) faults |= 32;
    if (prctl(PR_CAPBSET_READ, 0, 0, 0, 0) != 0) faults |= 64;
    _exit(faults);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ASSERT_TRUE(WIFEXITED(status)) << WTERMSIG(status);
  // Who has no right to begin with has no bounding set to empty, unless in a namespace of users.
  const int allowed = getuid() == 0 ? 0 : 64;
  EXPECT_EQ(WEXITSTATUS(status) & ~allowed, 0);
}

#endif

}  // namespace
}  // namespace guest
