#include "native/helper/confine.hpp"

#ifdef PEEKABOO_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

namespace native {
namespace {

// Allows I/O on open descriptors, memory, waiting, the clock and exiting.
constexpr int kAllowed[] = {SCMP_SYS(read),
                            SCMP_SYS(readv),
                            SCMP_SYS(pread64),
                            SCMP_SYS(write),
                            SCMP_SYS(writev),
                            SCMP_SYS(pwrite64),
                            SCMP_SYS(recvmsg),
                            SCMP_SYS(sendmsg),
                            SCMP_SYS(sendto),
                            SCMP_SYS(poll),
                            SCMP_SYS(ppoll),
                            SCMP_SYS(close),
                            SCMP_SYS(fstat),
                            SCMP_SYS(lseek),
                            SCMP_SYS(brk),
                            SCMP_SYS(munmap),
                            SCMP_SYS(mremap),
                            SCMP_SYS(madvise),
                            SCMP_SYS(futex),
                            SCMP_SYS(sched_yield),
                            SCMP_SYS(clock_gettime),
                            SCMP_SYS(gettimeofday),
                            SCMP_SYS(time),
                            SCMP_SYS(nanosleep),
                            SCMP_SYS(setitimer),
                            SCMP_SYS(rt_sigaction),
                            SCMP_SYS(rt_sigreturn),
                            SCMP_SYS(getrandom),
                            SCMP_SYS(getpid),
                            SCMP_SYS(gettid),
                            SCMP_SYS(exit),
                            SCMP_SYS(exit_group),
                            SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(clock_nanosleep),
                            SCMP_SYS(restart_syscall),
                            SCMP_SYS(sched_getaffinity)};

// Calls that our code never makes: a process that makes one runs foreign code.
constexpr int kFatal[] = {SCMP_SYS(execve), SCMP_SYS(execveat),
                          SCMP_SYS(socket), SCMP_SYS(connect),
                          SCMP_SYS(ptrace), SCMP_SYS(fork),
                          SCMP_SYS(vfork),  SCMP_SYS(process_vm_readv),
                          SCMP_SYS(bind),   SCMP_SYS(process_vm_writev)};

bool add(scmp_filter_ctx filter, int call, scmp_arg_cmp condition) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, condition) == 0;
}

bool allow_all(scmp_filter_ctx filter) {
  for (const int call : kAllowed)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) != 0) return false;
  for (const int call : kFatal)
    if (seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 0) != 0) return false;
  const scmp_arg_cmp not_executable{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
  const scmp_arg_cmp of_descriptor{3, SCMP_CMP_EQ, AT_EMPTY_PATH, 0};
  const scmp_arg_cmp own{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid()), 0};
  return add(filter, SCMP_SYS(mmap), not_executable) &&
         add(filter, SCMP_SYS(mprotect), not_executable) &&
         add(filter, SCMP_SYS(newfstatat), of_descriptor) && add(filter, SCMP_SYS(tgkill), own);
}

}  // namespace

bool forbid_system_calls() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return false;
  const bool held = allow_all(filter) && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return held;
}

}  // namespace native

#else

namespace native {

bool forbid_system_calls() { return false; }

}  // namespace native

#endif
