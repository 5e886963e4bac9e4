#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// The seam for what happens on a desktop by itself.
namespace native {

// A key with modifiers, grabbed for the whole desktop.
struct Hotkey {
  enum Modifier : std::uint32_t { kShift = 1, kControl = 2, kAlt = 4, kSuper = 8 };
  std::uint32_t modifiers = 0;  // any of them
  std::uint32_t symbol =
      0;  // what is on the key without modifiers: an X keysym (X11 protocol, appendix A)

  bool operator==(const Hotkey&) const = default;
};

// What somebody wants to be told. Nothing else is asked of the display server.
struct Wanted {
  bool windows = false;  // opened and closed
  bool focus = false;    // needs windows
  bool titles = false;   // needs windows
  bool moves = false;    // needs windows
  bool displays = false;
  std::vector<Rect> regions;  // of the screen, painted
  std::vector<Hotkey> hotkeys;

  bool operator==(const Wanted&) const = default;
  bool nothing() const { return *this == Wanted(); }
};

// One thing that happened. Which members count depends on the kind.
struct Event {
  enum class Kind {
    kOpened,           // window
    kClosed,           // window, as it was last known
    kFocused,          // window
    kTitleChanged,     // window, title (before)
    kMoved,            // window, area (its bounds before): moved or resized
    kDisplaysChanged,  // displays
    kPainted,    // areas: what was painted inside the wanted regions, be it with the same colours
    kHotkey,     // hotkey
    kListening,  // number: what was wanted under it is listened to from here on; refused
    kFailed,     // number, error: what was wanted under it cannot be listened to
    kLost,       // error: nothing is heard until the next kListening
  };

  Kind kind = Kind::kOpened;
  Window window;
  std::string title;
  Rect area;
  std::vector<Rect> areas;
  std::vector<Display> displays;
  Hotkey hotkey;
  std::uint64_t number = 0;
  std::optional<Error> error;
  struct Refusal {
    Hotkey hotkey;
    Error error;
  };
  std::vector<Refusal> refused;  // hotkeys that others have; the rest is listened to
};

// Tells what happens, from a connection of its own. One thread drives next(), the others are for
// any thread. Nothing is connected before something is wanted, and nothing runs while nothing
// happens.
//
// What is told follows from comparing the state of the desktop with what was told before. So many
// changes in a short time become few events, and while the caller has no room nothing piles up and
// nothing is missed for good: what opened or closed meanwhile is told later. A window that came and
// went in between is not told.
class Events {
 public:
  virtual ~Events() = default;
  // What is wanted from now on, as a whole. next() answers with kListening or kFailed under the
  // same number. Windows that are there by then count as told.
  virtual void want(Wanted wanted, std::uint64_t number) = 0;
  // Waits for at least one event and gives at most `room`; nothing at the deadline, after wake()
  // and after stop(). With a room of 0 it only keeps up with the display server. Connects anew
  // after a loss.
  virtual std::vector<Event> next(std::size_t room, Deadline deadline) = 0;
  // Ends the wait that is under way, or the next one.
  virtual void wake() = 0;
  // Ends it for good, even where it hangs in the display server.
  virtual void stop() = 0;
};

}  // namespace native
