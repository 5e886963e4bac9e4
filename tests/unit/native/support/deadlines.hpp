#pragma once

#include <chrono>

#include "native/desktop/records.hpp"

namespace test {

inline native::Deadline in(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

// For what takes no time.
inline native::Deadline soon() { return in(5000); }

}  // namespace test
