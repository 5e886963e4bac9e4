#pragma once

#include <string>

#include "runtime/core/async/loop.hpp"

namespace runtime {

// For tests: when PEEKABOO_LOOP_REPORT names a file, a run of the program in which something used
// the loop for more than 20 ms, or made it wait for more than half a second, ends with a line about
// it there.
class LoopReport {
 public:
  // `what` tells the run in the report, for example "mcp".
  LoopReport(Loop& loop, std::string what);
  ~LoopReport();
  LoopReport(const LoopReport&) = delete;
  LoopReport& operator=(const LoopReport&) = delete;

 private:
  Loop& loop_;
  const char* file_;
  std::string what_;
};

}  // namespace runtime
