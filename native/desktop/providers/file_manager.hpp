#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"

// The seam for the program that shows files and folders.
namespace native {

// The program that shows files when another asks for it.
struct FileManagerProgram {
  std::string name;      // on the bus, such as "org.freedesktop.FileManager1"
  std::int64_t pid = 0;  // 0: it does not run yet
};

// The folders that a window of a file manager shows, one for each tab.
struct FolderWindow {
  std::string object;  // the manager's name of the window
  std::vector<std::string> folders;
};

// Asks the file manager. Any thread; connects for each call. "PROVIDER_UNAVAILABLE" when there is
// none, or it does not answer.
class FileManagers {
 public:
  // The time in which it must answer at all, and in which it must have started or opened a window.
  static constexpr std::chrono::milliseconds kPatience{2500};
  static constexpr std::chrono::milliseconds kStart{10'000};

  virtual ~FileManagers() = default;
  // Returns which program would show files. Starts nothing.
  virtual FileManagerProgram program(Deadline deadline) = 0;
  // Has a file or folder shown in its folder, and selected. Returns who took the call: whether it
  // shows anything is for the caller to see.
  virtual FileManagerProgram show(const std::string& path, Deadline deadline) = 0;
  // Returns the open windows, as the manager tells them; nothing when it tells none.
  virtual std::optional<std::vector<FolderWindow>> windows(Deadline deadline) = 0;
};

// Opens what this machine offers. Connects to nothing.
std::unique_ptr<FileManagers> open_file_managers();

}  // namespace native
