#pragma once

#include <functional>
#include <string>

#include "runtime/core/async/watchdog.hpp"
#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// Tells of scripts that hold the loop, while they do: which file, which line, how long. Where it is
// told to, it ends them, and a program that they hold for good.
class StallMonitor {
 public:
  struct Settings {
    // Tells the user who waits, in a whole line, on a thread of its own; may be empty.
    std::function<void(const std::string& line)> say;
    // Whether the user has asked for its end, in vain so far, and gets it by asking again.
    std::function<bool()> asked;
    // Seconds of the processor's time; 0: never. Until what holds is ended, and until the program
    // ends because that was of no use: one call of a C function of Lua's own cannot be ended.
    double end_after = 0;
    double give_up_after = 0;
  };
  // On the loop's thread; both must outlive it.
  StallMonitor(const Loop& loop, State& state, Settings settings);

 private:
  void tell(double seconds);
  [[noreturn]] void give_up(double seconds);

  State& state_;
  const Settings settings_;
  bool asked_ = false;
  double next_;  // seconds at which it is worth another line
  Watchdog watchdog_;
};

}  // namespace runtime
