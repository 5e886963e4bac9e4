#pragma once

#include <memory>

#include "native/image/codec/output.hpp"
#include "runtime/core/files/new_file.hpp"

namespace native {

// Writes encoded pictures to a new file on a thread of its own: a slow disk must not hold up a
// capture, which holds up the display server. What the disk has not taken yet waits in memory.
class FileWriter {
 public:
  explicit FileWriter(std::shared_ptr<runtime::files::NewFile> file);
  // Drops what is not written.
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  // Begins the file anew. What earlier outputs still write is dropped. An output throws the file's
  // error.
  OutputRef open();
  // Returns once everything is written. Throws the file's error.
  void finish();

 private:
  struct Queue;
  std::shared_ptr<Queue> queue_;
  struct Thread;
  std::unique_ptr<Thread> thread_;
};

}  // namespace native
