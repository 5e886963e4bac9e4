#pragma once

#include <functional>

#include "runtime/core/async/loop.hpp"
#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// Handles SIGINT, SIGTERM and SIGHUP during its lifetime; only one object at a time. The first
// signal stops Lua code that computes without waiting and calls `arrived` on the loop; a second
// one, or the end of the patience, ends the process.
class Signals {
 public:
  static constexpr double kPatience = 0.8;  // seconds

  struct Manner {
    int status = 0;  // of the process; the signal's number is added unless this is 0
    double patience = kPatience;
  };
  Signals(Loop& loop, State& state, Manner manner, std::function<void(int)> arrived);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  struct Box;

 private:
  Box* box_;
};

// During its lifetime, SIGINT ends only a script's computation and calls `arrived` on the loop.
// Another SIGINT ends the process if the loop has not handled the first for a second. Requires a
// living Signals.
class Interrupts {
 public:
  explicit Interrupts(std::function<void()> arrived);
  ~Interrupts();
  // Returns whether an interrupt has waited so long for the loop that the next one ends the
  // program. Thread-safe, while any Signals lives.
  static bool unheeded();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
};

}  // namespace runtime
