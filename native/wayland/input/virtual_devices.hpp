#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/input/devices.hpp"
#include "native/wayland/input/keymap.hpp"

namespace native::wayland {

bool offers_virtual_devices(const Connection& connection);

// A pointer and a keyboard of our own (zwlr_virtual_pointer_v1, zwp_virtual_keyboard_v1), there for
// as long as the connection, since each change of the devices is seen by every program.
class VirtualDevices : public Devices {
 public:
  // "UNSUPPORTED" when the compositor does not offer them.
  VirtualDevices(Connection& connection, Deadline deadline);
  ~VirtualDevices() override;
  VirtualDevices(const VirtualDevices&) = delete;
  VirtualDevices& operator=(const VirtualDevices&) = delete;

  void move(const Point& to, const std::vector<Rect>& screens) override;
  void button(Button button, bool down) override;
  bool is_down(Button button) const override;
  void turn(int right, int down) override;
  std::size_t prepare(const std::vector<std::uint32_t>& symbols, Deadline deadline) override;
  void symbol(std::uint32_t symbol, bool down) override;
  void modifiers(std::uint32_t modifiers, bool down) override;
  void release() override;
  void flush() override;
  void finish(Deadline deadline) override { connection_.round_trip(deadline); }
  bool are_new() const override { return are_new_; }
  bool is_alive() override { return true; }

 private:
  // Creates them; returns whether the seat had no pointer or no keyboard before.
  bool create(Deadline deadline);
  void key(std::uint32_t code, bool down);
  // Sets which modifiers are down, as bits of XKB.
  void set_bits(std::uint32_t bits);
  // Gives the keyboard its keys.
  void send_keymap();

  struct Objects;
  Connection& connection_;
  std::unique_ptr<Objects> objects_;
  bool are_new_ = false;
  Keymap keymap_;
  std::uint32_t held_bits_ = 0;  // of the modifiers that are held
  std::set<std::uint32_t> keys_;
  mutable std::mutex mutex_;
  std::set<Button> buttons_;  // under the mutex
};

}  // namespace native::wayland
