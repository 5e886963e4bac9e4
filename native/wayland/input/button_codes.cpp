#include "native/wayland/input/button_codes.hpp"

#include <linux/input-event-codes.h>

namespace native::wayland {

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

}  // namespace native::wayland
