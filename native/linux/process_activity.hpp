#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace native {

// State of the threads of a process at this moment (/proc/PID/task, proc(5)).
struct ProcessActivity {
  bool stopped = false;  // by a signal or a debugger
  bool waiting = true;   // no thread is running or ready to run
  // Number of voluntary context switches.
  std::uint64_t sleeps = 0;
  // How often a thread got a processor; 0 where the kernel does not count it.
  std::uint64_t runs = 0;

  // Returns whether a process that is waiting now did nothing since `before`, when it was waiting
  // too. Its sleeps alone do not tell: a thread shows as waiting some moments before it is counted.
  bool same_wait(const ProcessActivity& before) const {
    return waiting && before.waiting && sleeps == before.sleeps && runs == before.runs;
  }
};

// Reads at most 256 threads. Returns nothing when there is no such process.
std::optional<ProcessActivity> process_activity(const std::string& proc, pid_t pid);

}  // namespace native
