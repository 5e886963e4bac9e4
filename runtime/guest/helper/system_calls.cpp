#include "runtime/guest/helper/confine.hpp"

#ifdef PEEKABOO_SECCOMP

#include <linux/futex.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

namespace guest {

namespace {

// Messages to the host, memory, clock, exit.
constexpr int kAllowed[] = {
    SCMP_SYS(brk),           SCMP_SYS(munmap),       SCMP_SYS(mremap),         SCMP_SYS(madvise),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time),           SCMP_SYS(exit_group),
    SCMP_SYS(exit),          SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall)};

scmp_arg_cmp compare(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

scmp_arg_cmp compare_bits(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

bool allow_all(scmp_filter_ctx filter) {
  for (const int call : kAllowed)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) != 0) return false;
  const scmp_arg_cmp input = compare(0, STDIN_FILENO);
  const scmp_arg_cmp output = compare(0, STDOUT_FILENO);
  const scmp_arg_cmp not_executable = compare_bits(2, PROT_EXEC, 0);
  const scmp_arg_cmp anonymous = compare_bits(3, MAP_ANONYMOUS, MAP_ANONYMOUS);
  // One-time initialisation (of the first exception, for instance) ends with this call, even when
  // no thread is waiting.
  const scmp_arg_cmp wake = compare(1, FUTEX_WAKE_PRIVATE);
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(futex), 1, wake) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, input) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, output) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, not_executable, anonymous) ==
             0;
}

}  // namespace

const char* forbid_system_calls() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  const int error = !filter || !allow_all(filter) ? -1 : seccomp_load(filter);
  if (filter) seccomp_release(filter);
  return error == 0 ? nullptr : "the kernel does not support filters for system calls";
}

}  // namespace guest

#else

namespace guest {

const char* forbid_system_calls() {
  return "this build cannot filter system calls (no libseccomp)";
}

}  // namespace guest

#endif
