#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace native {

// What the threads of a process are doing at this moment (/proc/PID/task, proc(5)).
struct ProcessActivity {
  bool stopped = false;  // by a signal or a debugger
  bool waiting = true;   // no thread runs or is ready to run
  // Times that threads went to sleep of their own accord; the same number twice means that a
  // process that was waiting both times did nothing in between.
  std::uint64_t sleeps = 0;
};

// Looks at no more than 256 threads. Nothing when there is no such process.
std::optional<ProcessActivity> process_activity(const std::string& proc, pid_t pid);

}  // namespace native
