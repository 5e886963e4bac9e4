#pragma once

#include <memory>
#include <string>

#include "runtime/core/async/condition.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// What a line at the prompt has come to; told by the script that ran it as soon as it knows,
// because tasks that the line spawned may run on.
struct Evaluation {
  std::int64_t line = 0;  // the line waited for; what other lines tell is too late
  bool known = false;
  std::string text;  // what to print
  bool failed = false;
  std::string code;  // of the failure; "" when the line was cancelled
  Condition changed;

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
