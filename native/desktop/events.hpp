#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// The seam for events: what happens on a desktop without our doing.
namespace native {

// A key with modifiers, grabbed for the whole desktop.
struct Hotkey {
  enum Modifier : std::uint32_t { kShift = 1, kControl = 2, kAlt = 4, kSuper = 8 };
  std::uint32_t modifiers = 0;  // any combination of Modifier
  std::uint32_t symbol = 0;     // X keysym of the key without modifiers (X11 protocol, appendix A)

  bool operator==(const Hotkey&) const = default;
};

// The kinds of events to report. The display server is asked for no others.
struct Wanted {
  bool windows = false;  // opened and closed
  bool focus = false;    // needs windows
  bool titles = false;   // needs windows
  bool moves = false;    // needs windows
  bool displays = false;
  std::vector<Rect> regions;  // of the screen, whose painting is reported
  std::vector<Hotkey> hotkeys;
  std::vector<Selection> selections;  // whose content is exchanged

  bool operator==(const Wanted&) const = default;
  bool nothing() const { return *this == Wanted(); }
};

// One event. The kind decides which members are set.
struct Event {
  enum class Kind {
    kOpened,           // window
    kClosed,           // window, as it was last known
    kFocused,          // window
    kTitleChanged,     // window, title (before)
    kMoved,            // window, area (its bounds before): moved or resized
    kDisplaysChanged,  // displays
    kPainted,          // areas: painted parts of the wanted regions, even with the same colours
    kHotkey,           // hotkey
    kCopied,           // selection: it has another content, or none
    kListening,        // number: events of this request are reported from here on; refused
    kFailed,           // number, error: this request cannot be served
    kLost,             // error: no events until the next kListening
  };

  Kind kind = Kind::kOpened;
  Window window;
  std::string title;
  Rect area;
  std::vector<Rect> areas;
  std::vector<Display> displays;
  Hotkey hotkey;
  Selection selection = Selection::kClipboard;
  std::uint64_t number = 0;
  std::optional<Error> error;
  struct Refusal {
    Hotkey hotkey;
    Error error;
  };
  std::vector<Refusal> refused;  // hotkeys that other programs have grabbed; the others work
};

// Reports events, over a connection of its own. One thread drives next(); the other functions may
// be called from any thread. Connects only once an event kind is wanted, and runs only when
// something happens.
//
// Events come from comparing the state of the desktop with the state last reported. So many changes
// in a short time become few events. While the caller has no room nothing piles up and nothing is
// lost for good: windows opened or closed meanwhile are reported later. A window that opened and
// closed in between is not reported.
class Events {
 public:
  virtual ~Events() = default;
  // Replaces the whole set of wanted events. next() answers with kListening or kFailed and the same
  // number. Windows that exist by then are not reported as opened.
  virtual void want(Wanted wanted, std::uint64_t number) = 0;
  // Waits for at least one event and returns at most `room` of them; none at the deadline, after
  // wake() and after stop(). With a room of 0 it only keeps up with the display server. Reconnects
  // after a loss.
  virtual std::vector<Event> next(std::size_t room, Deadline deadline) = 0;
  // Ends the current wait, or the next one.
  virtual void wake() = 0;
  // Ends next() for good, even while it hangs in the display server.
  virtual void stop() = 0;
};

}  // namespace native
