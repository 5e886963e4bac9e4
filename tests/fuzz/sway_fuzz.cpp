// Reads any text as sway's tree of windows: places are bounded, and there is no more text than was
// given.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "native/sway/sway_tree.hpp"

using namespace native;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int kFar = 1 << 27;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::size_t length = 0;
  for (const sway::TreeWindow& each : sway::read_tree(text)) {
    // An invalid byte becomes three.
    length += each.window.title.size() / 3 + each.identifier.size() / 3;
    for (const Rect& rect : {each.window.bounds, each.window.frame})
      if (rect.width < 0 || rect.height < 0 || std::abs(rect.x) > kFar || std::abs(rect.y) > kFar)
        std::abort();
    if (each.window.desktop < -1) std::abort();
  }
  if (length > size) std::abort();
  return 0;
}
