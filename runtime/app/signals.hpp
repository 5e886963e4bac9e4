#pragma once

#include <functional>

#include "runtime/core/loop.hpp"
#include "runtime/lua/state.hpp"

namespace runtime {

// SIGINT, SIGTERM and SIGHUP for the life of this object, one object at a time. The first one stops Lua code that computes
// without waiting and calls back on the loop; a second one ends the process at once.
class Signals {
 public:
  Signals(Loop& loop, State& state, std::function<void(int)> arrived);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  struct Box;

 private:
  Box* box_;
};

}  // namespace runtime
