#pragma once

// A core dump of a process that holds pictures of a person's screen would keep them on a disk.
namespace runtime::core_dumps {

// This process leaves none from now on, neither as a file nor to a program that collects them.
void forbid();

// While it lives, what this process starts inherits the limit that it was itself started with.
class AsBefore {
 public:
  AsBefore();
  ~AsBefore();
  AsBefore(const AsBefore&) = delete;
  AsBefore& operator=(const AsBefore&) = delete;
};

}  // namespace runtime::core_dumps
