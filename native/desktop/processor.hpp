#pragma once

#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

namespace native {

// Returns whether the processor and the system support AVX2. The C library knows this from startup;
// the compiler's own check would query the processor again before main(), which takes 0.1 ms in a
// virtual machine. (clang cannot read that header in C++, because it uses C's _Bool.)
inline bool has_avx2() {
#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
  return CPU_FEATURE_ACTIVE(AVX2);
#elif defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace native
