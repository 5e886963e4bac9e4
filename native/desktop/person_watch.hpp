#pragma once

#include <optional>
#include <string_view>

#include "native/desktop/events.hpp"
#include "native/desktop/records.hpp"

namespace native {

// Sees that a person uses keyboard and pointer, and takes nothing of it from any program. What acts
// of ours do does not count. Has a connection of its own. One thread drives next(); stop() may be
// called from any thread.
class PersonWatch {
 public:
  enum class Seen {
    kNothing,
    kInput,     // a key, a button, or motion of more than kMotion pixels
    kStopKeys,  // the keys that stop all acts
  };
  static constexpr int kMotion = 10;

  virtual ~PersonWatch() = default;
  // Waits until something is seen; kNothing at the deadline and after stop(). Throws
  // "DISPLAY_UNAVAILABLE" and "UNSUPPORTED".
  virtual Seen next(Deadline deadline) = 0;
  // Ends next() for good.
  virtual void stop() = 0;
};

// Parses keys such as "Ctrl+Alt+Shift+Escape": modifiers, and Escape, Pause, Delete, Insert, Home,
// End, a function key, or a Latin letter or digit. Nothing when it is none of these.
std::optional<Hotkey> stop_keys(std::string_view text);

}  // namespace native
