#pragma once

#include <utility>

#include "native/desktop/records.hpp"

namespace native {

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int get() const { return number_; }

 private:
  int number_;
};

// The picture's luma (ITU-R BT.601), one byte a pixel without padding, in a memory file that can no
// longer change its size. "INTERNAL_ERROR" when there is no memory for it.
Descriptor gray_file(const Frame& frame);

}  // namespace native
