#pragma once

#include <string>

#include "runtime/core/async/loop.hpp"

namespace runtime {

// For tests: when PEEKABOO_LOOP_REPORT names a file, writes a line there at the end if a
// callback used more than 0.3 s of processor time, or held up the loop for more than half a second.
class LoopReport {
 public:
  // `what` identifies the run in the report, for example "mcp".
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
