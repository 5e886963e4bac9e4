#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace native::portal {

// One thing that keys or pointer do.
struct InputEvent {
  enum class Kind {
    kMove,    // to x, y in desktop units
    kButton,  // a button of linux/input-event-codes.h is down (1) or up (0)
    kTurn,    // of the wheel: the axis (0: down, 1: right), and notches
    kSymbol,  // a key by its keysym is down (1) or up (0)
    kTouch,   // the pointer, without moving it: the compositor then has one. Both numbers are 0
  };
  Kind kind = Kind::kTouch;
  int first = 0;
  int second = 0;

  bool operator==(const InputEvent&) const = default;
};

constexpr std::size_t kMaxEvents = 128;  // in one message
constexpr int kLastSymbol = 0x0110FFFF;  // of U+10FFFF

// Returns the events of a message as its field "events".
std::string encoded(const std::vector<InputEvent>& events);
// Returns nothing for anything but 1 to kMaxEvents events whose numbers are possible.
std::optional<std::vector<InputEvent>> decoded_events(const std::string& text);

}  // namespace native::portal
