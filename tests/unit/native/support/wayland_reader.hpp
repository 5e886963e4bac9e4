#pragma once

#include <wayland-client.h>
#include <xkbcommon/xkbcommon.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace test {

// Reads what keys and buttons bring to the windows of a client, as its toolkit would: text by the
// keymap and the modifiers that the compositor sends, places in the window's own coordinates. Used
// with the client's events held off.
class WaylandReader {
 public:
  WaylandReader() = default;
  ~WaylandReader();
  WaylandReader(const WaylandReader&) = delete;
  WaylandReader& operator=(const WaylandReader&) = delete;

  // Takes the ownership of a seat of version 5 or newer.
  void read(wl_seat* seat);
  // Return what a surface received: text, and buttons such as "press 1 10,20" (the numbers of X11).
  std::string text(wl_surface* surface) const;
  std::vector<std::string> buttons(wl_surface* surface) const;

 private:
  static WaylandReader& reader_of(void* data) { return *static_cast<WaylandReader*>(data); }
  static const wl_seat_listener kSeat;
  static const wl_keyboard_listener kKeyboard;
  static const wl_pointer_listener kPointer;

  void take_devices(std::uint32_t capabilities);
  void take_keymap(int file, std::uint32_t size);
  void take_key(std::uint32_t code);
  void note(const char* what, int button);
  void take_turn(std::uint32_t axis, std::int32_t steps);

  wl_seat* seat_ = nullptr;
  wl_keyboard* keyboard_ = nullptr;
  wl_pointer* pointer_ = nullptr;
  xkb_context* context_ = ::xkb_context_new(XKB_CONTEXT_NO_FLAGS);
  xkb_state* state_ = nullptr;
  wl_surface* focused_ = nullptr;  // has the keys
  wl_surface* below_ = nullptr;    // the pointer
  int x_ = 0, y_ = 0;
  std::map<wl_surface*, std::string> texts_;
  std::map<wl_surface*, std::vector<std::string>> buttons_;
};

}  // namespace test
