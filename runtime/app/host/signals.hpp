#pragma once

#include <functional>

#include "runtime/core/async/loop.hpp"
#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// SIGINT, SIGTERM and SIGHUP for the life of this object, one object at a time. The first one stops
// Lua code that computes without waiting and calls back on the loop; a second one, or the patience,
// ends the process.
class Signals {
 public:
  static constexpr double kPatience = 0.8;  // seconds

  struct Manner {
    int status = 0;  // of the process, to which the signal's number is added unless it is 0
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

// While it lives, SIGINT ends nothing but what a script computes, and calls back on the loop; one
// that comes when the loop has not heeded another for a second ends the process. Needs a Signals
// that lives.
class Interrupts {
 public:
  explicit Interrupts(std::function<void()> arrived);
  ~Interrupts();
  // Whether one has come that the loop has not heeded yet. On any thread, while any Signals lives.
  static bool unheeded();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
};

}  // namespace runtime
