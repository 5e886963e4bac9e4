#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/server/call_context.hpp"

namespace runtime::mcp {

// The log line of a call, written when the call is over: its caller and subject, how it ended, and
// why it failed. Never contains the content of the answer.
class CallLine {
 public:
  CallLine(std::string tool, const CallContext& context);
  CallLine(const CallLine&) = delete;
  CallLine& operator=(const CallLine&) = delete;
  ~CallLine();

  // Records the arguments that may be shown: names, or "name.member" of a record.
  void asked(const Value& arguments, const std::vector<std::string>& names);
  // Removes the members meant only for the log from the result, and records them.
  void outcome_of(Value& result);

  std::string code = "CANCELLED";  // unless there is a result

 private:
  Value fields_;
  Value failure_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace runtime::mcp
