#pragma once

#include <cstdint>
#include <span>

namespace native {

// Returns the random key of this process's pixel hashes. It is secret, so that a hash collision
// cannot be painted on purpose.
std::span<const std::uint32_t> hash_secret();

}  // namespace native
