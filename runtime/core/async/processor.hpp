#pragma once

#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

namespace runtime {

// Whether this processor and system have AVX2. The C library knows since the start; the compiler's
// own test would ask the processor once more before main(), which takes a tenth of a millisecond in
// a virtual machine. (clang takes no C _Bool, which that header has, in C++.)
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
