#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "native/desktop/input.hpp"
#include "native/wayland/connection.hpp"

struct zwlr_virtual_pointer_v1;
struct zwp_virtual_keyboard_v1;

namespace native::wayland {

bool offers_virtual_devices(const Connection& connection);

// A pointer and a keyboard of our own (zwlr_virtual_pointer_v1, zwp_virtual_keyboard_v1), there for
// as long as the connection, since each change of the devices is seen by every program. Whatever
// they hold down comes up with them.
class VirtualDevices {
 public:
  // "UNSUPPORTED" when the compositor does not offer them.
  VirtualDevices(Connection& connection, Deadline deadline);
  ~VirtualDevices();
  VirtualDevices(const VirtualDevices&) = delete;
  VirtualDevices& operator=(const VirtualDevices&) = delete;

  // Returns whether the seat had a pointer and a keyboard before: programs know of them.
  bool joined_others() const { return joined_others_; }
  // `x` and `y` are desktop units in `screens`, the area of all screens.
  void move(int x, int y, const Rect& screens);
  // These two may be called from any thread.
  void button(Button button, bool down);
  bool is_down(Button button) const;
  void turn(int right, int down);  // one of them is 0
  void key(std::uint32_t code, bool down);
  // Sets which modifiers are down, as bits of XKB.
  void modifiers(std::uint32_t bits);
  // Gives the keyboard its keys, in XKB's text form.
  void keymap(const std::string& text);
  // Lets go of everything.
  void release();

 private:
  struct Objects;
  std::unique_ptr<Objects> objects_;
  bool joined_others_ = false;
  std::set<std::uint32_t> keys_;
  mutable std::mutex mutex_;
  std::set<Button> buttons_;  // under the mutex
};

}  // namespace native::wayland
