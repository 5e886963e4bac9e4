#include "native/wayland/input/virtual_devices.hpp"

#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

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

std::uint32_t code_of(Button button) {
  switch (button) {
    case Button::kMiddle:
      return BTN_MIDDLE;
    case Button::kRight:
      return BTN_RIGHT;
    case Button::kBack:
      return BTN_SIDE;
    case Button::kForward:
      return BTN_EXTRA;
    default:
      return BTN_LEFT;
  }
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
    : objects_(std::make_unique<Objects>()) {
  if (!offers_virtual_devices(connection)) throw no_input();
  objects_->seat.reset(connection.bind<wl_seat>(wl_seat_interface, 1));
  std::uint32_t capabilities = 0;
  ::wl_seat_add_listener(objects_->seat.get(), &kSeatListener, &capabilities);
  connection.round_trip(deadline);
  ::wl_proxy_set_user_data(reinterpret_cast<wl_proxy*>(objects_->seat.get()), nullptr);
  constexpr std::uint32_t kBoth = WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD;
  joined_others_ = (capabilities & kBoth) == kBoth;
  objects_->pointers.reset(connection.bind<zwlr_virtual_pointer_manager_v1>(
      zwlr_virtual_pointer_manager_v1_interface, 1));
  objects_->keyboards.reset(connection.bind<zwp_virtual_keyboard_manager_v1>(
      zwp_virtual_keyboard_manager_v1_interface, 1));
  objects_->pointer.reset(::zwlr_virtual_pointer_manager_v1_create_virtual_pointer(
      objects_->pointers.get(), objects_->seat.get()));
  objects_->keyboard.reset(::zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
      objects_->keyboards.get(), objects_->seat.get()));
  if (!objects_->pointer || !objects_->keyboard) throw ConnectionLost{};
  connection.round_trip(deadline);
}

VirtualDevices::~VirtualDevices() = default;

void VirtualDevices::move(int x, int y, const Rect& screens) {
  // To the middle of the desktop unit: twice the numbers, and one more.
  const auto doubled = [](int value) { return static_cast<std::uint32_t>(2 * value + 1); };
  ::zwlr_virtual_pointer_v1_motion_absolute(objects_->pointer.get(), now(), doubled(x - screens.x),
                                            doubled(y - screens.y),
                                            static_cast<std::uint32_t>(2 * screens.width),
                                            static_cast<std::uint32_t>(2 * screens.height));
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

void VirtualDevices::modifiers(std::uint32_t bits) {
  ::zwp_virtual_keyboard_v1_modifiers(objects_->keyboard.get(), bits, 0, 0, 0);
}

void VirtualDevices::keymap(const std::string& text) {
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
  modifiers(0);
}

}  // namespace native::wayland
