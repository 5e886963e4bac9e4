#pragma once

#include <cstddef>
#include <string>

// What the process gives up before it looks at anything that is not ours. Each step that fails ends
// the process, with the reason on standard error, unless it says otherwise.
namespace guest {

// At once after the start: no inherited descriptor but 0, 1 and 2, no new privileges, no core, dies
// with the host.
void let_go();

struct Limits {
  std::size_t memory = 0;  // bytes of address space
  unsigned computing = 0;  // seconds of processor time; the kernel kills soon after
  unsigned seconds = 0;    // of life
};

struct Confinement {
  bool system_calls = false;  // all but a handful end the process
  bool namespaces = false;    // a network and a user namespace of its own; a kernel may refuse them
};

// Before the script is compiled: no files, no processes, no descriptors, no network, bounded memory
// and time. Standard error is of no use afterwards. Where there is no filter for system calls, the
// process ends unless `unfiltered` says that it may go on.
Confinement confine(const Limits& limits, bool unfiltered);

// Its parts alone: the limits, with whether there are namespaces; the capabilities, those of a
// namespace of its own included; the filter, nullptr or why there is none.
bool limit_resources(const Limits& limits);
void drop_capabilities();
const char* forbid_system_calls();

}  // namespace guest
