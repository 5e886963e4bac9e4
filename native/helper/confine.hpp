#pragma once

// What a helper gives up before it looks at bytes that somebody else made; called by itself, while
// it has one thread.
namespace native {

struct Confinement {
  bool files = false;         // Landlock
  bool system_calls = false;  // seccomp
};

// All of what follows, and which there was of those that a build or a kernel may lack.
Confinement confine();

// No new privileges, no capabilities, no core dump, no looking on by the user's other programs.
void drop_privileges();

// No file can be opened, made or removed any more, and where the kernel knows of it no TCP
// connection made; descriptors that are open stay. False without Landlock.
bool forbid_files();

// Computing, memory, and reading and writing what is open are left: a program that is started, a
// socket or a tracer ends the process, everything else fails with EPERM. False without seccomp.
bool forbid_system_calls();

}  // namespace native
