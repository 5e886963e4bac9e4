#pragma once

#include <utility>

#include "native/desktop/records.hpp"

namespace native {

// Closes its descriptor when destroyed.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor();

  int get() const { return number_; }

 private:
  int number_;
};

// Returns the picture's luma (ITU-R BT.601), one byte per pixel without padding, in a memory file
// whose size can no longer change. "INTERNAL_ERROR" when there is no memory for it.
FileDescriptor gray_file(const Frame& frame);

}  // namespace native
