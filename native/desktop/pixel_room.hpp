#pragma once

#include <chrono>
#include <cstddef>

// Room for pixels that are about to be made; see pixel_memory.hpp. Thread safe.
namespace native {

// Waits until `size` more bytes fit into `budget`, or nothing else is held, and sets them aside
// until they are given back; false when that does not come before the deadline.
bool reserve_pixel_room(std::size_t size, std::size_t budget,
                        std::chrono::steady_clock::time_point deadline);
void give_pixel_room_back(std::size_t size) noexcept;
// Whether somebody waits for either.
bool pixel_room_is_wanted();

}  // namespace native
