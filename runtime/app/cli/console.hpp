#pragma once

#include <memory>
#include <string>

#include "runtime/core/async/condition.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// The result of a line at the prompt. Reported by the script that ran it as soon as it is known,
// because tasks spawned by the line may run on.
struct Evaluation {
  std::int64_t line = 0;  // the line awaited; results of others are too late
  bool known = false;
  std::string text;  // to print
  bool failed = false;
  std::string code;  // of the failure; "" when the line was cancelled
  Condition changed;

  bool cancelled() const { return failed && code.empty(); }
  void tell(std::string what) {
    text = std::move(what);
    known = true;
    changed.notify_all();
  }
};

// The Lua module "console", for the scripts of the prompt. The evaluation must outlive the script
// calls.
Module console_module(Evaluation& evaluation);

}  // namespace runtime
