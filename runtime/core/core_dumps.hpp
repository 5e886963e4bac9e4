#pragma once

// Prevents core dumps: that of a process that holds pictures of a person's screen would keep them
// on disk.
namespace runtime::core_dumps {

// Disables core dumps of this process from now on, both to files and to collector programs.
void forbid();

// Restores the limit that this process was started with, for processes started during its lifetime.
class AsBefore {
 public:
  AsBefore();
  ~AsBefore();
  AsBefore(const AsBefore&) = delete;
  AsBefore& operator=(const AsBefore&) = delete;
};

}  // namespace runtime::core_dumps
