#pragma once

// Confines a helper before it reads bytes from an untrusted source. The helper calls this itself,
// while it has one thread.
namespace native {

struct Confinement {
  bool files = false;         // Landlock
  bool system_calls = false;  // seccomp
};

// Applies everything below. Returns which of the parts were available: a build or a kernel may lack
// them.
Confinement confine();

// Drops capabilities, forbids new privileges and core dumps, and keeps the user's other programs
// from tracing this process.
void drop_privileges();

// Forbids opening, creating and deleting files and, where the kernel supports it, TCP connections.
// Open descriptors stay usable. Returns false without Landlock.
bool forbid_files();

// Leaves computing, memory, and reading and writing open descriptors. Starting a program, opening a
// socket or tracing ends the process; every other call fails with EPERM. Returns false without
// seccomp.
bool forbid_system_calls();

}  // namespace native
