#pragma once

#include "runtime/core/watchdog.hpp"
#include "runtime/lua/state.hpp"

namespace runtime {

// Tells of scripts that hold the loop, while they do: which file, which line, how long.
class HoldReport {
 public:
  struct Settings {
    bool aloud = false;    // on standard error too, for a person who waits
    double end_after = 0;  // seconds of the processor's time until what holds is ended; 0: never
  };
  // On the loop's thread; both must outlive it.
  HoldReport(const Loop& loop, State& state, Settings settings);

 private:
  void tell(double seconds);

  State& state_;
  const Settings settings_;
  double next_;  // seconds at which it is worth another line
  Watchdog watchdog_;
};

}  // namespace runtime
