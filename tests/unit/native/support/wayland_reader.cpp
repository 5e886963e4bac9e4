#include "tests/unit/native/support/wayland_reader.hpp"

#include <linux/input-event-codes.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace test {
namespace {

constexpr std::uint32_t kCodeOffset = 8;  // between evdev's codes and those of keymaps

int number_of(std::uint32_t code) {
  switch (code) {
    case BTN_LEFT:
      return 1;
    case BTN_MIDDLE:
      return 2;
    case BTN_RIGHT:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

WaylandReader::~WaylandReader() {
  if (keyboard_ != nullptr) ::wl_keyboard_release(keyboard_);
  if (pointer_ != nullptr) ::wl_pointer_release(pointer_);
  if (seat_ != nullptr) ::wl_seat_release(seat_);
  ::xkb_state_unref(state_);
  ::xkb_context_unref(context_);
}

void WaylandReader::read(wl_seat* seat) {
  seat_ = seat;
  ::wl_seat_add_listener(seat, &kSeat, this);
}

std::string WaylandReader::text(wl_surface* surface) const {
  const auto found = texts_.find(surface);
  return found != texts_.end() ? found->second : std::string();
}

std::vector<std::string> WaylandReader::buttons(wl_surface* surface) const {
  const auto found = buttons_.find(surface);
  return found != buttons_.end() ? found->second : std::vector<std::string>();
}

// Devices come with the first client that acts, and go with the last.
void WaylandReader::take_devices(std::uint32_t capabilities) {
  const bool keys = (capabilities & WL_SEAT_CAPABILITY_KEYBOARD) != 0;
  const bool points = (capabilities & WL_SEAT_CAPABILITY_POINTER) != 0;
  if (keys && keyboard_ == nullptr) {
    keyboard_ = ::wl_seat_get_keyboard(seat_);
    ::wl_keyboard_add_listener(keyboard_, &kKeyboard, this);
  } else if (!keys && keyboard_ != nullptr) {
    ::wl_keyboard_release(keyboard_);
    keyboard_ = nullptr;
  }
  if (points && pointer_ == nullptr) {
    pointer_ = ::wl_seat_get_pointer(seat_);
    ::wl_pointer_add_listener(pointer_, &kPointer, this);
  } else if (!points && pointer_ != nullptr) {
    ::wl_pointer_release(pointer_);
    pointer_ = nullptr;
  }
}

void WaylandReader::take_keymap(int file, std::uint32_t size) {
  void* const text = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (text == MAP_FAILED) return;
  xkb_keymap* const keymap =
      ::xkb_keymap_new_from_buffer(context_, static_cast<const char*>(text), size - 1,
                                   XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS);
  ::munmap(text, size);
  if (keymap == nullptr) return;
  ::xkb_state_unref(state_);
  state_ = ::xkb_state_new(keymap);
  ::xkb_keymap_unref(keymap);
}

void WaylandReader::take_key(std::uint32_t code) {
  if (state_ == nullptr) return;
  std::array<char, 16> bytes{};
  const int size = ::xkb_state_key_get_utf8(state_, code + kCodeOffset, bytes.data(), bytes.size());
  std::string text(bytes.data(), static_cast<std::size_t>(size));
  texts_[focused_] += text == "\r" ? "\n" : text;
}

void WaylandReader::note(const char* what, int button) {
  buttons_[below_].push_back(std::string(what) + " " + std::to_string(button) + " " +
                             std::to_string(x_) + "," + std::to_string(y_));
}

void WaylandReader::take_turn(std::uint32_t axis, std::int32_t steps) {
  const bool across = axis == WL_POINTER_AXIS_HORIZONTAL_SCROLL;
  const int button = (across ? 6 : 4) + (steps > 0 ? 1 : 0);
  for (int i = 0; i < std::abs(steps); ++i) {
    note("press", button);
    note("release", button);
  }
}

const wl_seat_listener WaylandReader::kSeat = {
    .capabilities = [](void* data, wl_seat*,
                       std::uint32_t capabilities) { reader_of(data).take_devices(capabilities); },
    .name = [](void*, wl_seat*, const char*) {},
};

const wl_keyboard_listener WaylandReader::kKeyboard = {
    .keymap = [](void* data, wl_keyboard*, std::uint32_t, std::int32_t file,
                 std::uint32_t size) { reader_of(data).take_keymap(file, size); },
    .enter = [](void* data, wl_keyboard*, std::uint32_t, wl_surface* surface,
                wl_array*) { reader_of(data).focused_ = surface; },
    .leave = [](void* data, wl_keyboard*, std::uint32_t,
                wl_surface*) { reader_of(data).focused_ = nullptr; },
    .key =
        [](void* data, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t code,
           std::uint32_t state) {
          if (state == WL_KEYBOARD_KEY_STATE_PRESSED) reader_of(data).take_key(code);
        },
    .modifiers =
        [](void* data, wl_keyboard*, std::uint32_t, std::uint32_t pressed, std::uint32_t latched,
           std::uint32_t locked, std::uint32_t group) {
          xkb_state* const state = reader_of(data).state_;
          if (state != nullptr)
            ::xkb_state_update_mask(state, pressed, latched, locked, 0, 0, group);
        },
    .repeat_info = [](void*, wl_keyboard*, std::int32_t, std::int32_t) {},
};

// Newer headers have more events than those of version 5.
const wl_pointer_listener WaylandReader::kPointer = [] {
  wl_pointer_listener listener{};
  listener.enter = [](void* data, wl_pointer*, std::uint32_t, wl_surface* surface, wl_fixed_t x,
                      wl_fixed_t y) {
    WaylandReader& reader = reader_of(data);
    reader.below_ = surface;
    reader.x_ = ::wl_fixed_to_int(x);
    reader.y_ = ::wl_fixed_to_int(y);
  };
  listener.leave = [](void* data, wl_pointer*, std::uint32_t, wl_surface*) {
    reader_of(data).below_ = nullptr;
  };
  listener.motion = [](void* data, wl_pointer*, std::uint32_t, wl_fixed_t x, wl_fixed_t y) {
    reader_of(data).x_ = ::wl_fixed_to_int(x);
    reader_of(data).y_ = ::wl_fixed_to_int(y);
  };
  listener.button = [](void* data, wl_pointer*, std::uint32_t, std::uint32_t, std::uint32_t code,
                       std::uint32_t state) {
    const bool pressed = state == WL_POINTER_BUTTON_STATE_PRESSED;
    reader_of(data).note(pressed ? "press" : "release", number_of(code));
  };
  listener.axis = [](void*, wl_pointer*, std::uint32_t, std::uint32_t, wl_fixed_t) {};
  listener.frame = [](void*, wl_pointer*) {};
  listener.axis_source = [](void*, wl_pointer*, std::uint32_t) {};
  listener.axis_stop = [](void*, wl_pointer*, std::uint32_t, std::uint32_t) {};
  listener.axis_discrete = [](void* data, wl_pointer*, std::uint32_t axis, std::int32_t steps) {
    reader_of(data).take_turn(axis, steps);
  };
  return listener;
}();

}  // namespace test
