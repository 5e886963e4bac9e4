#pragma once

#include <functional>
#include <string>

#include "runtime/core/async/watchdog.hpp"
#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// Reports scripts that block the loop, while they do: file, line, duration. If configured, ends
// them, and ends the program when that fails.
class StallMonitor {
 public:
  struct Settings {
    // Shows the user a whole line. Called on a separate thread; may be empty.
    std::function<void(const std::string& line)> say;
    // Returns whether the user's interrupt is still unhandled, so that a further one would end the
    // program.
    std::function<bool()> asked;
    // Seconds of processor time; 0: never. The first until the blocking script is ended, the second
    // until the program ends because that has failed: a call of one of Lua's C functions cannot be
    // ended.
    double end_after = 0;
    double give_up_after = 0;
  };
  // Create it on the loop's thread; `loop` and `state` must outlive it.
  StallMonitor(const Loop& loop, State& state, Settings settings);

 private:
  void tell(double seconds);
  [[noreturn]] void give_up(double seconds);

  State& state_;
  const Settings settings_;
  bool asked_ = false;
  double next_;  // duration in seconds of the next report
  Watchdog watchdog_;
};

}  // namespace runtime
