#include "runtime/app/host/loop_report.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace runtime {
namespace {

// Seconds of processor time. Where others use the caches and a hypervisor steals time, work of 20
// ms took up to 179; what blocks the loop by mistake, such as reading a whole screen, takes longer
// than this.
constexpr double kLongestRun = 0.3;
// Seconds. Waits also depend on the machine, as of a disk, or until a program that was started runs
// on processors that all are taken: 0.6 s were seen. Those for a display server that hangs or a
// script take far longer than this.
constexpr double kLongestWait = 1.0;

}  // namespace

LoopReport::LoopReport(Loop& loop, std::string what)
    : loop_(loop), file_(std::getenv("PEEKABOO_LOOP_REPORT")), what_(std::move(what)) {
  if (file_) loop_.watch_closely();
}

LoopReport::~LoopReport() {
  if (!file_) return;
  const double run = loop_.slowest_run(), wait = loop_.longest_wait();
  if (run <= kLongestRun && wait <= kLongestWait) return;
  std::FILE* report = std::fopen(file_, "ae");
  if (!report) return;
  std::fprintf(report, "%s: longest run on the loop %.1f ms, longest wait %.1f ms\n", what_.c_str(),
               run * 1e3, wait * 1e3);
  std::fclose(report);
}

}  // namespace runtime
