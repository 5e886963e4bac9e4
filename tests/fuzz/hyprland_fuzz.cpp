// Reads any text as Hyprland's answers: places are bounded, ids are of use, addresses may stand in
// a command, and there is no more text than was given.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "native/hyprland/hyprland_clients.hpp"

using namespace native;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int kFar = 1 << 27;
  const std::string text(reinterpret_cast<const char*>(data), size);
  hyprland::has_animations(text);
  std::size_t length = 0;
  for (const hyprland::Client& each : hyprland::read_clients({text, text, text})) {
    // An invalid byte becomes three.
    length += each.window.title.size() / 3 + each.identifier.size() / 3;
    const Rect& at = each.window.bounds;
    if (at.width < 0 || at.height < 0 || std::abs(at.x) > kFar || std::abs(at.y) > kFar)
      std::abort();
    if (each.window.id == 0 || each.window.desktop < -1) std::abort();
    if (each.address.find_first_not_of("0123456789abcdefx") != std::string::npos) std::abort();
  }
  if (length > size) std::abort();
  return 0;
}
