#pragma once

#include <cstddef>
#include <string>

// Drops the process's privileges before it handles untrusted data. Each failing step ends the
// process, with the reason on standard error, unless stated otherwise.
namespace guest {

// Call this first: closes inherited descriptors except 0, 1 and 2, forbids new privileges and core
// dumps, and ties the process's life to the host's.
void let_go();

struct Limits {
  std::size_t memory = 0;  // bytes of address space
  unsigned computing = 0;  // seconds of processor time; the kernel kills soon after
  unsigned seconds = 0;    // of wall-clock time
};

struct Confinement {
  bool system_calls = false;  // all but a few system calls end the process
  bool namespaces = false;    // separate network and user namespaces; a kernel may refuse them
};

// Call before the script is compiled: removes access to files, processes, descriptors and the
// network; bounds memory and time. Standard error is unusable afterwards. Where system calls cannot
// be filtered, ends the process unless `unfiltered` is true.
Confinement confine(const Limits& limits, bool unfiltered);

// The parts of confine(): sets the limits and returns whether there are namespaces; drops the
// capabilities, including those in its own namespace; installs the filter and returns nullptr or
// the reason why there is none.
bool limit_resources(const Limits& limits);
void drop_capabilities();
const char* forbid_system_calls();

}  // namespace guest
