#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace native {

// The session variables of one running process.
struct ProcessEnvironment {
  pid_t pid = 0;
  std::string name;                              // as the kernel keeps it (at most 15 bytes)
  std::uint64_t start = 0;                       // clock ticks since boot
  std::map<std::string, std::string> variables;  // only those that name a session

  // "" when unset.
  std::string get(const std::string& variable) const;
};

// The ancestors of `pid`, nearest first, at most 32, those of this user only.
std::vector<ProcessEnvironment> ancestor_environments(const std::string& proc, pid_t pid,
                                                      uid_t uid);

// All processes of this user that carry a session variable, newest first. Looks at 8192 processes
// at most and at the first 256 KiB of each environment.
std::vector<ProcessEnvironment> user_environments(const std::string& proc, uid_t uid);

}  // namespace native
