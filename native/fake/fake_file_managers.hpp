#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/providers/file_manager.hpp"

namespace native {

// A file manager in memory, which shows what it is asked for. Any thread.
class FakeFileManagers : public FileManagers {
 public:
  FileManagerProgram program(Deadline) override {
    const std::lock_guard lock(mutex_);
    if (failure) throw Error(*failure);
    return {"org.freedesktop.FileManager1", pid};
  }
  FileManagerProgram show(const std::string& path, Deadline deadline) override {
    const FileManagerProgram taken = program(deadline);
    const std::lock_guard lock(mutex_);
    shown.push_back(path);
    return taken;
  }
  std::optional<std::vector<FolderWindow>> windows(Deadline) override {
    const std::lock_guard lock(mutex_);
    return open;
  }

  std::int64_t pid = 0;
  std::vector<std::string> shown;
  std::optional<std::vector<FolderWindow>> open;
  std::optional<Error> failure;  // what each call ends with

 private:
  std::mutex mutex_;
};

}  // namespace native
