#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

// Where the pixels of pictures lie. Memory of a picture that is gone serves the next one: fresh
// pages cost more than the pixels written to them. At most kPixelsKept bytes lie idle; a picture is
// never zeroed. Thread safe.

namespace native {

constexpr std::size_t kPixelsKept = std::size_t{36} << 20;  // a 4K picture

void* take_pixel_memory(std::size_t size);
void give_pixel_memory(void* memory) noexcept;
// Bytes that pictures hold now.
std::size_t pixel_memory_in_use();
// Waits until pictures hold less than `budget`; false when that does not come before the deadline.
bool wait_for_pixel_room(std::size_t budget, std::chrono::steady_clock::time_point deadline);

template <class T>
struct PixelAllocator {
  using value_type = T;
  PixelAllocator() = default;
  template <class U>
  PixelAllocator(const PixelAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(take_pixel_memory(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) noexcept { give_pixel_memory(memory); }
  // resize() leaves new pixels as they are: the maker of a picture writes each of them.
  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  bool operator==(const PixelAllocator&) const { return true; }
};

using PixelBytes = std::vector<std::uint8_t, PixelAllocator<std::uint8_t>>;

// Waits until `size` more bytes fit into `budget`, or nothing else is held, and sets them aside
// until they are given back; false when that does not come before the deadline.
bool reserve_pixel_room(std::size_t size, std::size_t budget,
                        std::chrono::steady_clock::time_point deadline);
void give_pixel_room_back(std::size_t size) noexcept;
// Whether somebody waits for either.
bool pixel_room_is_wanted();

}  // namespace native
