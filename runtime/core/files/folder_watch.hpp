#pragma once

#include <string>
#include <vector>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Tells which names in a folder were made, written, renamed or removed (inotify; not what lies
// deeper). While there is no such folder its nearest ancestor is watched, so that its coming is a
// change as well. Nothing runs while nothing changes. Driven by the loop thread, which it must not
// outlive.
class FolderWatch {
 public:
  // Watches from now on.
  FolderWatch(Loop& loop, std::string folder);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // The names that changed since the last call, each once, sorted; waits for the first. An empty
  // name: the folder itself came or went, or so much changed that anything may have. Throws Error
  // "FILE_IO_ERROR" when the system has no watch left. One caller at a time.
  Task<std::vector<std::string>> next();

 private:
  struct Box;
  Box* box_;
};

}  // namespace runtime
