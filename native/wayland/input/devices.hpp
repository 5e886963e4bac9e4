#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/portal/input_portal.hpp"
#include "native/wayland/connection.hpp"

namespace native::wayland {

// A pointer and a keyboard that programs take for a person's. Events may be kept back until flush()
// or finish(). Whatever they hold down comes up with them.
class Devices {
 public:
  virtual ~Devices() = default;

  // To the middle of a desktop unit; `screens`: the areas of all screens.
  virtual void move(const Point& to, const std::vector<Rect>& screens) = 0;
  // These two, and flush(), may be called from any thread.
  virtual void button(Button button, bool down) = 0;
  virtual bool is_down(Button button) const = 0;
  virtual void turn(int right, int down) = 0;  // one of them is 0

  // Makes sure that the keyboard has these keysyms; returns how many of them, from the first on,
  // can be typed until the next call. Throws "UNSUPPORTED" for those that it cannot get.
  virtual std::size_t prepare(const std::vector<std::uint32_t>& symbols, Deadline deadline) = 0;
  // Presses or releases the key of a prepared keysym, with Shift where it needs that.
  virtual void symbol(std::uint32_t symbol, bool down) = 0;
  // Presses or releases modifiers (Hotkey::Modifier).
  virtual void modifiers(std::uint32_t modifiers, bool down) = 0;

  // Lets go of everything. Does not throw.
  virtual void release() = 0;
  // Hands over what was kept back. Does not throw: finish() tells.
  virtual void flush() = 0;
  // Returns once the compositor has taken what was sent.
  virtual void finish(Deadline deadline) = 0;
  // Returns whether the seat had no such devices before, so that programs have yet to take them.
  virtual bool are_new() const = 0;
  // Returns whether there is any use in using them further.
  virtual bool is_alive() = 0;
};

// Returns the devices that a compositor takes: virtual ones, else those of the desktop portal.
// Throws "UNSUPPORTED", and for want of a permission what the portal throws.
std::unique_ptr<Devices> open_devices(Connection& connection, portal::InputPortal& portal,
                                      Deadline deadline);

}  // namespace native::wayland
