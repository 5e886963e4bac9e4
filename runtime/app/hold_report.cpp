#include "runtime/app/hold_report.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "runtime/core/log.hpp"

namespace runtime {

namespace {

constexpr double kPatience = 1;    // seconds
constexpr int kScriptFailed = 26;  // the status of SCRIPT_ERROR in scripts/errors.lua

}  // namespace

HoldReport::HoldReport(const Loop& loop, State& state, Settings settings)
    : state_(state),
      settings_(settings),
      next_(kPatience),
      watchdog_(loop, kPatience, [this](double seconds) { tell(seconds); }) {}

// A line after one second, two, four …: a hold of an hour is no thousand lines.
void HoldReport::tell(double seconds) {
  if (seconds <= kPatience) next_ = kPatience;
  const bool worth_a_line = seconds >= next_;
  if (worth_a_line) {
    next_ = seconds * 2;
    const std::string place = state_.where();
    Value fields;
    fields.set("place", place).set("seconds", seconds);
    log::warn("a script holds the program", fields);
    if (settings_.aloud)
      std::fprintf(stderr, "Warning: %s has held the program for %.0f s; Ctrl-C ends it\n",
                   place.c_str(), seconds);
  }
  if (settings_.end_after > 0 && seconds >= settings_.end_after) state_.end_what_runs();
  if (settings_.give_up_after > 0 && seconds >= settings_.give_up_after) give_up(seconds);
}

// Whoever started the program sees that it has ended, and can start it again; a program that never
// answers again helps nobody.
void HoldReport::give_up(double seconds) {
  Value fields;
  fields.set("place", state_.where()).set("seconds", seconds);
  log::error("the program ends: what holds it cannot be ended", fields);
  log::flush();
  _exit(kScriptFailed);
}

}  // namespace runtime
