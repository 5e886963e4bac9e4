#pragma once

#include "native/image/frame.hpp"
#include "native/image/idle_pool.hpp"

namespace native {

// Works like scale(), with the given idle pool.
Frame scale_with(const Frame& frame, double factor, IdlePool& idle_pool);

}  // namespace native
