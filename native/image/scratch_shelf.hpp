#pragma once

#include "native/image/scratch.hpp"

// Buffers between two uses, shared by all threads. What lies idle is bounded.
namespace native {

// Empty; with memory, when one lies here.
Scratch take_scratch();
void give_scratch(Scratch scratch) noexcept;

}  // namespace native
