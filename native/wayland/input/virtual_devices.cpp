#include "native/wayland/input/virtual_devices.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>

#include "native/wayland/input/button_codes.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/owned.hpp"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"

namespace native::wayland {
namespace {

constexpr int kTurn = 15;  // of a wheel by one notch, as libinput counts

std::uint32_t now() {
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

// The seat outlives what its first answer is for.
const wl_seat_listener kSeatListener = {
    .capabilities =
        [](void* data, wl_seat*, std::uint32_t capabilities) {
          if (data != nullptr) *static_cast<std::uint32_t*>(data) = capabilities;
        },
    .name = [](void*, wl_seat*, const char*) {},
};

}  // namespace

struct VirtualDevices::Objects {
  Owned<wl_seat, &wl_seat_destroy> seat;
  Owned<zwlr_virtual_pointer_manager_v1, &zwlr_virtual_pointer_manager_v1_destroy> pointers;
  Owned<zwp_virtual_keyboard_manager_v1, &zwp_virtual_keyboard_manager_v1_destroy> keyboards;
  Owned<zwlr_virtual_pointer_v1, &zwlr_virtual_pointer_v1_destroy> pointer;
  Owned<zwp_virtual_keyboard_v1, &zwp_virtual_keyboard_v1_destroy> keyboard;
};

bool offers_virtual_devices(const Connection& connection) {
  return connection.offers(wl_seat_interface) &&
         connection.offers(zwlr_virtual_pointer_manager_v1_interface) &&
         connection.offers(zwp_virtual_keyboard_manager_v1_interface);
}

VirtualDevices::VirtualDevices(Connection& connection, Deadline deadline)
    : connection_(connection), objects_(std::make_unique<Objects>()) {
  if (!offers_virtual_devices(connection)) throw no_input();
  are_new_ = create(deadline);
  send_keymap();
  connection_.round_trip(deadline);
}

bool VirtualDevices::create(Deadline deadline) {
  objects_->seat.reset(connection_.bind<wl_seat>(wl_seat_interface, 1));
  std::uint32_t capabilities = 0;
  ::wl_seat_add_listener(objects_->seat.get(), &kSeatListener, &capabilities);
  connection_.round_trip(deadline);
  ::wl_proxy_set_user_data(reinterpret_cast<wl_proxy*>(objects_->seat.get()), nullptr);
  constexpr std::uint32_t kBoth = WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD;
  objects_->pointers.reset(connection_.bind<zwlr_virtual_pointer_manager_v1>(
      zwlr_virtual_pointer_manager_v1_interface, 1));
  objects_->keyboards.reset(connection_.bind<zwp_virtual_keyboard_manager_v1>(
      zwp_virtual_keyboard_manager_v1_interface, 1));
  objects_->pointer.reset(::zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
      objects_->pointers.get(), objects_->seat.get()));
  objects_->keyboard.reset(::zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
      objects_->keyboards.get(), objects_->seat.get()));
  if (!objects_->pointer || !objects_->keyboard) throw ConnectionLost{};
  connection_.round_trip(deadline);
  return (capabilities & kBoth) != kBoth;
}

VirtualDevices::~VirtualDevices() = default;

void VirtualDevices::move(const Point& to, const std::vector<Rect>& screens) {
  const Rect all = bounding(screens);
  // To the middle of the desktop unit: twice the numbers, and one more.
  const auto doubled = [](int value) { return static_cast<std::uint32_t>(2 * value + 1); };
  ::zwlr_virtual_pointer_v1_motion_absolute(
      objects_->pointer.get(), now(), doubled(to.x - all.x), doubled(to.y - all.y),
      static_cast<std::uint32_t>(2 * all.width), static_cast<std::uint32_t>(2 * all.height));
  ::zwlr_virtual_pointer_v1_frame(objects_->pointer.get());
}

bool VirtualDevices::is_down(Button button) const {
  const std::lock_guard lock(mutex_);
  return buttons_.contains(button);
}

void VirtualDevices::button(Button button, bool down) {
  const std::lock_guard lock(mutex_);
  if (down)
    buttons_.insert(button);
  else
    buttons_.erase(button);
  ::zwlr_virtual_pointer_v1_button(
      objects_->pointer.get(), now(), code_of(button),
      down ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
  ::zwlr_virtual_pointer_v1_frame(objects_->pointer.get());
}

void VirtualDevices::turn(int right, int down) {
  const std::uint32_t axis =
      right != 0 ? WL_POINTER_AXIS_HORIZONTAL_SCROLL : WL_POINTER_AXIS_VERTICAL_SCROLL;
  const int step = right + down > 0 ? 1 : -1;
  for (int left = std::abs(right + down); left > 0; --left) {
    ::zwlr_virtual_pointer_v1_axis_source(objects_->pointer.get(), WL_POINTER_AXIS_SOURCE_WHEEL);
    ::zwlr_virtual_pointer_v1_axis_discrete(objects_->pointer.get(), now(), axis,
                                            ::wl_fixed_from_int(step * kTurn), step);
    ::zwlr_virtual_pointer_v1_frame(objects_->pointer.get());
  }
}

void VirtualDevices::key(std::uint32_t code, bool down) {
  if (down)
    keys_.insert(code);
  else
    keys_.erase(code);
  ::zwp_virtual_keyboard_v1_key(
      objects_->keyboard.get(), now(), code,
      down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED);
}

void VirtualDevices::set_bits(std::uint32_t bits) {
  ::zwp_virtual_keyboard_v1_modifiers(objects_->keyboard.get(), bits, 0, 0, 0);
}

std::size_t VirtualDevices::prepare(const std::vector<std::uint32_t>& symbols, Deadline deadline) {
  const bool there = std::all_of(symbols.begin(), symbols.end(), [&](std::uint32_t symbol) {
    return keymap_.find(symbol).has_value();
  });
  if (there) return symbols.size();
  const std::size_t count = keymap_.give(symbols);
  send_keymap();
  finish(deadline);
  return count;
}

void VirtualDevices::symbol(std::uint32_t symbol, bool down) {
  const Stroke stroke = keymap_.find(symbol).value();
  if (stroke.shift && down) set_bits(held_bits_ | kShiftBit);
  key(stroke.key, down);
  if (stroke.shift && !down) set_bits(held_bits_);
}

void VirtualDevices::modifiers(std::uint32_t modifiers, bool down) {
  Modifiers wanted = modifiers_of(modifiers);
  if (!down) std::reverse(wanted.keys.begin(), wanted.keys.end());
  for (const std::uint32_t each : wanted.keys) key(each, down);
  held_bits_ = down ? wanted.bits : 0;
  set_bits(held_bits_);
}

void VirtualDevices::send_keymap() {
  const std::string text = keymap_.text();
  const int file = ::memfd_create("peekaboo-keymap", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  const std::size_t size = text.size() + 1;
  const bool written = file >= 0 &&
                       ::write(file, text.c_str(), size) == static_cast<ssize_t>(size) &&
                       ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
  if (written)
    ::zwp_virtual_keyboard_v1_keymap(objects_->keyboard.get(), WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1,
                                     file, static_cast<std::uint32_t>(size));
  if (file >= 0) ::close(file);
  if (!written) throw Error("INTERNAL_ERROR", "no memory for a keymap");
}

void VirtualDevices::release() {
  for (const std::uint32_t code : std::set<std::uint32_t>(keys_)) key(code, false);
  for (const Button each :
       {Button::kLeft, Button::kMiddle, Button::kRight, Button::kBack, Button::kForward})
    if (is_down(each)) button(each, false);
  held_bits_ = 0;
  set_bits(0);
}

void VirtualDevices::flush() { ::wl_display_flush(connection_.display()); }

}  // namespace native::wayland
