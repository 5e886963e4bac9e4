#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/server/call.hpp"

namespace runtime::mcp {

// One line of the log for a call, written when the call is over: who asked for what, how it ended,
// and why it failed. Never what the answer holds.
class CallLine {
 public:
  CallLine(std::string tool, const CallContext& context);
  CallLine(const CallLine&) = delete;
  CallLine& operator=(const CallLine&) = delete;
  ~CallLine();

  // Those of the arguments that may be shown: names, or "name.member" of a record.
  void asked(const Value& arguments, const std::vector<std::string>& names);
  // Takes what only the log is told of out of the result.
  void outcome_of(Value& result);

  std::string code = "CANCELLED";  // unless it comes to a result

 private:
  Value fields_;
  Value failure_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace runtime::mcp
