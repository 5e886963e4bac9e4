#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace native {

// Fields of /proc/PID/stat (proc(5)).
struct ProcessStatus {
  std::string name;  // at most 15 bytes
  char state = '?';  // 'R', 'S', 'T' (stopped), 'Z' ...
  pid_t parent = 0;
  std::uint64_t processor = 0;  // clock ticks of processor time used so far
  std::uint64_t start = 0;      // clock ticks since boot; with the pid it identifies a process
};

// Returns nothing when there is no such process.
std::optional<ProcessStatus> process_status(const std::string& proc, pid_t pid);

// Returns the processes that `pid` descends from, the nearest first, at most 64; not the first
// process of the system.
std::vector<std::int64_t> process_ancestors(const std::string& proc, pid_t pid);

// Waits until a process has ended; one that is killed takes a moment, in which its connections are
// closed already. Returns false when it is still there then.
bool process_ends_within(pid_t pid, std::chrono::milliseconds patience);

// Returns for how long a process has been ready to run and had no processor, in its whole life
// (/proc/PID/schedstat, its first thread); nothing when that is not known.
std::optional<std::chrono::nanoseconds> process_held_up(const std::string& proc, pid_t pid);

// Returns the base name of /proc/PID/exe without " (deleted)"; "" when it may not be read.
std::string process_executable(const std::string& proc, pid_t pid);

}  // namespace native
