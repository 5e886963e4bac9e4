#pragma once

#include "native/image/png/buffer.hpp"

// Buffers between two uses, shared by all threads. What lies idle is bounded.
namespace native {

// An empty one with memory when one lies here: the smallest that holds `wanted` bytes, else any.
Buffer take_buffer(std::size_t wanted);
void give_buffer(Buffer scratch) noexcept;

}  // namespace native
