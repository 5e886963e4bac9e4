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
  // Number of voluntary context switches. If a process was waiting twice and the number did not
  // change, it did nothing in between.
  std::uint64_t sleeps = 0;
};

// Reads at most 256 threads. Returns nothing when there is no such process.
std::optional<ProcessActivity> process_activity(const std::string& proc, pid_t pid);

}  // namespace native
