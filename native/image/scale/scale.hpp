#pragma once

#include "native/image/frame.hpp"
#include "native/image/idle_pool.hpp"

namespace native {

// scale() with an idle pool of the caller's choice.
Frame scale_with(const Frame& frame, double factor, IdlePool& idle_pool);

}  // namespace native
