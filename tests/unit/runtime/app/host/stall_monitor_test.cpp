#include "runtime/app/host/stall_monitor.hpp"

#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

void run_held(StallMonitor::Settings settings) {
  ScriptHost host;
  const StallMonitor report(host.loop, *host.state, settings);
  host.run("local s = ('a'):rep(10000) s:find('a*a*a*a*b')");
}

// No hook comes inside of one call of a C function.
TEST(HoldReportDeathTest, EndsTheProgramWhereNothingElseEndsTheHold) {
  StallMonitor::Settings settings;
  settings.end_after = 1;
  settings.give_up_after = 2;
  EXPECT_EXIT(run_held(settings), testing::ExitedWithCode(26), "");
}

}  // namespace
}  // namespace runtime
