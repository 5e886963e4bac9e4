#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/events.hpp"

namespace native::wayland {

// A key of a virtual keyboard, in codes of the kernel (linux/input-event-codes.h).
struct Stroke {
  std::uint32_t key = 0;
  bool shift = false;

  bool operator==(const Stroke&) const = default;
};

// Bits of modifiers as XKB's usual types have them.
constexpr std::uint32_t kShiftBit = 1, kControlBit = 4, kAltBit = 8, kSuperBit = 64;

// The keys of one virtual keyboard: a US layout, so that programs which look at key codes see the
// usual ones, and spare keys that get other characters.
class Keymap {
 public:
  // Returns how a keysym is typed; nothing when no key has it yet.
  std::optional<Stroke> find(std::uint32_t symbol) const;
  // Gives keysyms that no key has a place each, as many as there is room for. Returns how many of
  // them have one now. Those given before lose their place when there is no room otherwise.
  std::size_t give(const std::vector<std::uint32_t>& symbols);
  // Returns the keymap in XKB's text form.
  std::string text() const;

 private:
  std::vector<std::uint32_t> given_;  // two for each spare key: without and with Shift
};

// Returns the keysym of a character (X11 protocol, appendix A).
std::uint32_t symbol_of(char32_t character);

// Returns the keys of modifiers (Hotkey::Modifier), and the bits that they set.
struct Modifiers {
  std::vector<std::uint32_t> keys;
  std::uint32_t bits = 0;
};
Modifiers modifiers_of(std::uint32_t modifiers);

}  // namespace native::wayland
