#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/portal/input_event.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Devices of a session that take keys and pointer without the portal's calls. Every function throws
// a Refusal.
class InputDevices {
 public:
  virtual ~InputDevices() = default;

  // Writes an event. `mapping`: how the portal names the monitor of a motion's place; "" where it
  // names none. "not shared": no device reaches the place; "not on the keyboard": the layout in
  // effect has no key for the symbol. After these two all is as it was.
  virtual void send(const InputEvent& event, const std::string& mapping, Deadline deadline) = 0;
  // Waits until the compositor has taken what was written.
  virtual void finish(Deadline deadline) = 0;
  // Returns the first keysym for which the layout in effect has no key; nothing when it has all.
  virtual std::optional<std::uint32_t> find_missing(const std::vector<std::uint32_t>& symbols,
                                                    Deadline deadline) = 0;
  // Returns whether the compositor tells which layout is in effect, or has one only.
  virtual bool tells_layout() const = 0;
  // Takes in what the compositor has said. Returns false once it takes nothing more.
  virtual bool take_in() = 0;
  virtual int descriptor() const = 0;
};

}  // namespace native::portal
