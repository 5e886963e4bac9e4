#pragma once

#include "native/image/png/buffer.hpp"

// Buffers between two uses, shared by all threads. What lies idle is bounded.
namespace native {

// An empty one with memory when one lies here: the smallest that holds `wanted` bytes, else any.
Scratch take_scratch(std::size_t wanted);
void give_scratch(Scratch scratch) noexcept;

}  // namespace native
