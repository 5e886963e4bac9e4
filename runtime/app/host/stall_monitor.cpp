#include "runtime/app/host/stall_monitor.hpp"

#include <unistd.h>

#include <cmath>
#include <string>
#include <utility>

#include "runtime/core/log/log.hpp"

namespace runtime {

namespace {

constexpr double kFirstReport = 1;  // seconds
constexpr int kScriptFailed = 26;   // the status of SCRIPT_ERROR in scripts/modules/errors.lua

}  // namespace

StallMonitor::StallMonitor(const Loop& loop, State& state, Settings settings)
    : state_(state),
      settings_(std::move(settings)),
      next_(kFirstReport),
      watchdog_(loop, kFirstReport, [this](double seconds) { tell(seconds); }) {}

// Reports after one second, two, four …, so that a stall of an hour does not fill the log.
void StallMonitor::tell(double seconds) {
  if (seconds <= kFirstReport) next_ = kFirstReport;
  const bool asked_before = std::exchange(asked_, settings_.asked && settings_.asked());
  const bool worth_a_line = seconds >= next_ || (asked_ && !asked_before);
  if (worth_a_line) {
    next_ = seconds * 2;
    const std::string place = state_.where();
    Value fields;
    fields.set("place", place).set("seconds", seconds);
    log::warn("a script blocks the program", fields);
    if (settings_.say)
      settings_.say("Warning: " + place + " has blocked the program for " +
                    std::to_string(std::lround(seconds)) + " s; Ctrl-C " +
                    (asked_ ? "again ends the program\n" : "ends it\n"));
  }
  if (settings_.end_after > 0 && seconds >= settings_.end_after) state_.end_what_runs();
  if (settings_.give_up_after > 0 && seconds >= settings_.give_up_after) give_up(seconds);
}

// Ends the program, so that the client notices and can restart it: a program that never answers
// again is useless.
void StallMonitor::give_up(double seconds) {
  Value fields;
  fields.set("place", state_.where()).set("seconds", seconds);
  log::error("program ends: the script that blocks it cannot be ended", fields);
  log::flush();
  _exit(kScriptFailed);
}

}  // namespace runtime
