#pragma once

#include <unistd.h>

#include <utility>

namespace runtime {

// Owns a file descriptor and closes it on destruction, unless it was released by take(). -1: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.take()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int get() const { return number_; }
  int take() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace runtime
