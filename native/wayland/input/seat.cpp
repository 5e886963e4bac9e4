#include "native/wayland/input/seat.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "native/wayland/owned.hpp"

namespace native::wayland {
namespace {

// GNOME's with four layouts has 80,000.
constexpr std::size_t kMaxKeymap = 1U << 20;

// Reads a file without mapping it, which would end this process where another one shortens it.
std::string read_text(int file, std::size_t size) {
  std::string text(std::min(size, kMaxKeymap), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count =
        ::pread(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text.substr(0, text.find('\0'));
}

const wl_seat_listener kStateListener = {
    .capabilities =
        [](void* data, wl_seat*, std::uint32_t capabilities) {
          auto& state = *static_cast<SeatState*>(data);
          state.pointer = (capabilities & WL_SEAT_CAPABILITY_POINTER) != 0;
          state.keyboard = (capabilities & WL_SEAT_CAPABILITY_KEYBOARD) != 0;
        },
    .name = [](void*, wl_seat*, const char*) {},
};

const wl_keyboard_listener kKeymapListener = {
    .keymap =
        [](void* data, wl_keyboard*, std::uint32_t format, std::int32_t file, std::uint32_t size) {
          if (format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1)
            static_cast<SeatState*>(data)->keymap = read_text(file, size);
          ::close(file);
        },
    .enter = [](void*, wl_keyboard*, std::uint32_t, wl_surface*, wl_array*) {},
    .leave = [](void*, wl_keyboard*, std::uint32_t, wl_surface*) {},
    .key = [](void*, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) {},
    .modifiers = [](void*, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                    std::uint32_t) {},
    .repeat_info = [](void*, wl_keyboard*, std::int32_t, std::int32_t) {},
};

}  // namespace

SeatState read_seat(Connection& connection, Deadline deadline) {
  SeatState state;
  const Owned<wl_seat, &wl_seat_destroy> seat(connection.bind<wl_seat>(wl_seat_interface, 1));
  if (!seat) return state;
  ::wl_seat_add_listener(seat.get(), &kStateListener, &state);
  connection.round_trip(deadline);
  if (!state.keyboard) return state;
  const Owned<wl_keyboard, &wl_keyboard_destroy> keyboard(::wl_seat_get_keyboard(seat.get()));
  if (!keyboard) throw ConnectionLost{};
  ::wl_keyboard_add_listener(keyboard.get(), &kKeymapListener, &state);
  connection.round_trip(deadline);
  return state;
}

}  // namespace native::wayland
