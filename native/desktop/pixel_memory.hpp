#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

// Memory for the pixels of pictures. A block that is freed is reused for the next picture, because
// fresh pages cost more than writing the pixels. At most kPixelsKept bytes stay idle; memory is
// never zeroed. Thread safe.

namespace native {

constexpr std::size_t kPixelsKept = std::size_t{36} << 20;  // a 4K picture

void* take_pixel_memory(std::size_t size);
void give_pixel_memory(void* memory) noexcept;
// Returns how many bytes pictures hold now.
std::size_t pixel_memory_in_use();
// Waits until pictures hold less than `budget` bytes. Returns false when the deadline comes first.
bool wait_for_pixel_room(std::size_t budget, std::chrono::steady_clock::time_point deadline);

template <class T>
struct PixelAllocator {
  using value_type = T;
  PixelAllocator() = default;
  template <class U>
  PixelAllocator(const PixelAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(take_pixel_memory(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) noexcept { give_pixel_memory(memory); }
  // Leaves new pixels of a resize() uninitialised: the code that makes a picture writes all of
  // them.
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  bool operator==(const PixelAllocator&) const { return true; }
};

using PixelBytes = std::vector<std::uint8_t, PixelAllocator<std::uint8_t>>;

// Waits until `size` more bytes fit into `budget`, or nothing else is held, and reserves them until
// they are given back. Returns false when the deadline comes first.
bool reserve_pixel_room(std::size_t size, std::size_t budget,
                        std::chrono::steady_clock::time_point deadline);
void give_pixel_room_back(std::size_t size) noexcept;
// Returns whether a thread waits in either function.
bool pixel_room_is_wanted();

}  // namespace native
