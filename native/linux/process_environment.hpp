#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace native {

// The session variables of a running process.
struct ProcessEnvironment {
  pid_t pid = 0;
  std::string name;                              // as the kernel stores it (at most 15 bytes)
  std::uint64_t start = 0;                       // clock ticks since boot
  std::map<std::string, std::string> variables;  // only those that describe a session

  // Returns "" when unset.
  std::string get(const std::string& variable) const;
};

// Returns the ancestors of `pid` that belong to this user, nearest first, at most 32.
std::vector<ProcessEnvironment> ancestor_environments(const std::string& proc, pid_t pid,
                                                      uid_t uid);

// Returns all processes of this user that have a session variable, newest first. Reads at most 8192
// processes and the first 256 KiB of each environment.
std::vector<ProcessEnvironment> user_environments(const std::string& proc, uid_t uid);

}  // namespace native
