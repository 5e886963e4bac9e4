#include "native/portal/input_event.hpp"

#include <array>
#include <charconv>

namespace native::portal {
namespace {

struct Bounds {
  char letter;
  InputEvent::Kind kind;
  int first_least, first_most, second_least, second_most;
};

constexpr int kFar = 1 << 20;
constexpr int kFirstButton = 0x110, kLastButton = 0x117;  // BTN_LEFT to BTN_TASK
constexpr int kMaxNotches = 100;
constexpr std::array<Bounds, 5> kBounds = {{
    {'m', InputEvent::Kind::kMove, -kFar, kFar, -kFar, kFar},
    {'b', InputEvent::Kind::kButton, kFirstButton, kLastButton, 0, 1},
    {'w', InputEvent::Kind::kTurn, 0, 1, -kMaxNotches, kMaxNotches},
    {'k', InputEvent::Kind::kSymbol, 1, kLastSymbol, 0, 1},
    {'t', InputEvent::Kind::kTouch, 0, 0, 0, 0},
}};

// Reads a number, and the sign after it where one must come; false when either is not there.
bool read_number(const char*& at, const char* end, char sign, int least, int most, int& value) {
  const auto [next, error] = std::from_chars(at, end, value);
  if (error != std::errc{} || value < least || value > most) return false;
  at = next;
  return at != end && *at++ == sign;
}

std::optional<InputEvent> read_event(const char*& at, const char* end) {
  for (const Bounds& each : kBounds) {
    if (*at != each.letter) continue;
    InputEvent event;
    event.kind = each.kind;
    ++at;
    if (!read_number(at, end, ',', each.first_least, each.first_most, event.first) ||
        !read_number(at, end, ';', each.second_least, each.second_most, event.second))
      return std::nullopt;
    return event;
  }
  return std::nullopt;
}

}  // namespace

std::string encoded(const std::vector<InputEvent>& events) {
  std::string text;
  for (const InputEvent& event : events)
    for (const Bounds& each : kBounds)
      if (each.kind == event.kind)
        text +=
            each.letter + std::to_string(event.first) + ',' + std::to_string(event.second) + ';';
  return text;
}

std::optional<std::vector<InputEvent>> decoded_events(const std::string& text) {
  std::vector<InputEvent> events;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const std::optional<InputEvent> event = read_event(at, end);
    if (!event || events.size() == kMaxEvents) return std::nullopt;
    events.push_back(*event);
  }
  if (events.empty()) return std::nullopt;
  return events;
}

}  // namespace native::portal
