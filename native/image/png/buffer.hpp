#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace native {

// A growing byte buffer that is never zeroed. Its memory is reused for later pictures (see
// take_buffer()), because fresh pages cost more than the bytes written to them.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  std::size_t room() const { return capacity_ - size_; }
  std::uint8_t* end() { return bytes_.get() + size_; }
  void clear() { size_ = 0; }
  void advance(std::size_t count) { size_ += count; }

  // Makes room() at least `count`.
  void ensure(std::size_t count) {
    if (room() >= count) return;
    const std::size_t wanted = size_ + count;
    const std::size_t grown = wanted > capacity_ * 2 ? wanted : capacity_ * 2;
    std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[grown]);
    if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    bytes_ = std::move(bytes);
    capacity_ = grown;
  }

  void append(const void* bytes, std::size_t count) {
    ensure(count);
    std::memcpy(end(), bytes, count);
    advance(count);
  }

  void append_u32(std::uint32_t value) {  // most significant byte first
    const std::uint8_t bytes[4] = {
        static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
        static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
    append(bytes, sizeof bytes);
  }

  void put_u32(std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i)
      bytes_[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  }

 private:
  void swap(Buffer& other) {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Returns an empty buffer from a pool that is bounded and shared by all threads: the smallest free
// one that holds `wanted` bytes, else any free one, else a new one. give_buffer() returns it.
Buffer take_buffer(std::size_t wanted);
void give_buffer(Buffer buffer) noexcept;

}  // namespace native
