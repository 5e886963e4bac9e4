#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "native/portal/input_portal.hpp"
#include "native/wayland/input/devices.hpp"
#include "native/wayland/input/layout_symbols.hpp"

namespace native::wayland {

// The compositor's own keyboard and pointer, by the desktop portal. The keyboard has the layout of
// the person: what that has no key for cannot be typed.
class PortalDevices : public Devices {
 public:
  // Has the seat have a pointer and a keyboard, which it may lack until they are used.
  PortalDevices(std::unique_ptr<portal::InputLink> link, Connection& connection, Deadline deadline);
  ~PortalDevices() override;
  PortalDevices(const PortalDevices&) = delete;
  PortalDevices& operator=(const PortalDevices&) = delete;

  void move(const Point& to, const std::vector<Rect>& screens) override;
  void button(Button button, bool down) override;
  bool is_down(Button button) const override;
  void turn(int right, int down) override;
  // Throws "UNSUPPORTED", reason "not on the keyboard", before anything is typed.
  std::size_t prepare(const std::vector<std::uint32_t>& symbols, Deadline deadline) override;
  void symbol(std::uint32_t symbol, bool down) override;
  void modifiers(std::uint32_t modifiers, bool down) override;
  void release() override;
  void flush() override;
  void finish(Deadline deadline) override;
  bool are_new() const override { return are_new_; }
  bool is_alive() override { return link_->is_alive(); }

 private:
  void join(Deadline deadline);
  void add(const portal::InputEvent& event);
  // Sends what was kept back; returns why that failed.
  std::optional<Error> send(Deadline deadline);

  std::unique_ptr<portal::InputLink> link_;
  Connection& connection_;
  bool are_new_ = false;
  bool helper_finds_keys_ = false;  // knows the layout in effect
  LayoutSymbols symbols_;           // else
  mutable std::mutex mutex_;
  std::vector<portal::InputEvent> kept_;  // under the mutex, as the others
  bool only_screen_ = false;
  std::set<Button> buttons_;
  std::set<int> keys_;
  std::optional<Error> failure_;  // which finish() has yet to tell
};

}  // namespace native::wayland
