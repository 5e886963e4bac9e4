// Part of every thread sanitizer executable. libuv closes descriptors with a raw system call, which
// the sanitizer does not see: a worker that is given the same number again then seems to race with
// the loop's last use of it. This definition stands before the C library's, and sends those closes
// through close(), which the sanitizer watches.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>

extern "C" long syscall(long number, ...) noexcept {
  using Function = long (*)(long, ...);
  static std::atomic<Function> found =
      nullptr;  // a guarded static would itself need this function to wait
  Function next = found.load(std::memory_order_relaxed);
  if (!next) {
    next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "syscall"));
    found.store(next, std::memory_order_relaxed);
  }
  va_list list;
  va_start(list, number);
  long arguments[6];  // the kernel takes at most six; those that the caller did not give are not
                      // looked at
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (number == SYS_close) return close(static_cast<int>(arguments[0]));
  return next(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
              arguments[5]);
}
