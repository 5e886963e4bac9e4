#pragma once

#include <string>
#include <vector>

#include "runtime/core/async/task.hpp"

namespace runtime {

// Reports which names in a folder were created, written, renamed or removed (inotify; not
// recursive). While the folder does not exist, watches its nearest ancestor, so that its creation
// is a change too. Never polls. Use it on the loop thread and destroy it before the loop.
class FolderWatch {
 public:
  // Starts watching.
  FolderWatch(Loop& loop, std::string folder);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Waits for a change and returns the names changed since the last call, each once, sorted. An
  // empty name: the folder itself was created or removed, or events were lost, so anything may have
  // changed. Throws Error "FILE_IO_ERROR" when the system has no watch left. One caller at a time.
  Task<std::vector<std::string>> next();

 private:
  struct Box;
  Box* box_;
};

}  // namespace runtime
