#include "native/image/compare/hash_secret.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <random>

namespace native {

std::span<const std::uint32_t> hash_secret() {
  using Secret = std::array<std::uint32_t, 80>;
  static const Secret drawn = [] {
    Secret result;
    std::random_device random;
    std::generate(result.begin(), result.end(), std::ref(random));
    return result;
  }();
  return drawn;
}

}  // namespace native
