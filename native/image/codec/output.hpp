#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace native {

using Bytes = std::vector<std::uint8_t>;

// Receives the bytes of one encoded picture, in order. Used by one thread at a time.
class Output {
 public:
  virtual ~Output() = default;
  // Announces about how many bytes will come.
  virtual void expect(std::size_t) {}
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
};
using OutputRef = std::shared_ptr<Output>;

// Keeps the bytes in memory.
class MemoryOutput : public Output {
 public:
  void expect(std::size_t size) override { bytes_.reserve(size); }
  void write(std::span<const std::uint8_t> bytes) override {
    const std::size_t needed = bytes_.size() + bytes.size();
    if (needed > bytes_.capacity()) bytes_.reserve(std::max(needed, bytes_.capacity() * 3 / 2));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

}  // namespace native
