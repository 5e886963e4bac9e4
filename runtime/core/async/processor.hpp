#pragma once

#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

namespace runtime {

// Returns whether this processor and system have AVX2. Asks the C library, which has known since
// startup; the compiler's own test would query the processor again before main(), which takes a
// tenth of a millisecond in a virtual machine. (clang rejects the C _Bool in that header in C++.)
inline bool has_avx2() {
#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
  return CPU_FEATURE_ACTIVE(AVX2);
#elif defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace runtime
