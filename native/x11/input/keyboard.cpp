#include "native/x11/input/keyboard.hpp"

#include <xcb/xinput.h>
#include <xcb/xtest.h>

#include "native/desktop/error.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/input/input_devices.hpp"
#include "native/x11/input/xkb.hpp"

namespace native::x11 {
namespace {

constexpr std::uint8_t kAllModifiers = 0xFF;
constexpr std::size_t kMaxSpareKeys = 96;

[[noreturn]] void throw_missing(const char* extension) {
  throw Error("UNSUPPORTED",
              std::string("display server has no ") + extension + ", which keys and pointer need",
              "Use an X server with XTEST and XKB.", {{"reason", "extension"}});
}

bool present(xcb_connection_t* connection, xcb_extension_t& extension) {
  const xcb_query_extension_reply_t* data = xcb_get_extension_data(connection, &extension);
  if (data == nullptr) throw ConnectionLost{};
  return data->present != 0;
}

// Returns the number of the XTEST keyboard; that of the core keyboard when it has none.
std::uint16_t find_device(Connection& connection) {
  for (const InputDevice& device : list_input_devices(connection))
    if (device.type == XCB_INPUT_DEVICE_TYPE_SLAVE_KEYBOARD && device.is_xtest()) return device.id;
  return XCB_XKB_ID_USE_CORE_KBD;
}

}  // namespace

Keyboard::Keyboard(Connection& connection) : connection_(connection), device_(0) {
  xcb_connection_t* c = connection.raw();
  for (xcb_extension_t* extension : {&xcb_test_id, &xcb_xkb_id, &xcb_input_id})
    xcb_prefetch_extension_data(c, extension);
  if (!present(c, xcb_test_id)) throw_missing("XTEST");
  if (!present(c, xcb_xkb_id)) throw_missing("XKB");
  Ask<xcb_xkb_use_extension_reply> used(c, xcb_xkb_use_extension(c, 1, 0));
  const auto reply = used.wait();
  if (!reply || reply->supported == 0) throw_missing("XKB 1.0");
  device_ = find_device(connection);
}

void Keyboard::read() {
  xcb_connection_t* c = connection_.raw();
  keymap_ = Keymap::read(connection_, device_);
  // Programs may still see the keymap of another keyboard.
  const Keymap seen = Keymap::read(connection_, XCB_XKB_ID_USE_CORE_KBD);
  spare_.clear();
  for (int key = xcb_get_setup(c)->max_keycode; key >= xcb_get_setup(c)->min_keycode; --key) {
    const auto code = static_cast<xcb_keycode_t>(key);
    if (keymap_.is_spare(code) && seen.is_spare(code) && spare_.size() < kMaxSpareKeys)
      spare_.push_back(code);
  }
  fingerprint_ = keymap_.fingerprint();
  known_ = true;
}

const Keymap& Keyboard::keymap() {
  if (!known_) read();
  return keymap_;
}

const std::vector<xcb_keycode_t>& Keyboard::spare_keys() {
  if (!known_) read();
  return spare_;
}

KeyboardState Keyboard::state() {
  xcb_connection_t* c = connection_.raw();
  Ask<xcb_xkb_get_state_reply> asked(c, xcb_xkb_get_state(c, XCB_XKB_ID_USE_CORE_KBD));
  const auto reply = asked.wait();
  if (!reply) return {};
  return {reply->baseMods, reply->lockedMods, reply->group, reply->lockedGroup,
          reply->baseGroup != 0 || reply->latchedGroup != 0};
}

void Keyboard::lock(std::uint8_t modifiers, std::uint8_t group) {
  xcb_xkb_latch_lock_state(connection_.raw(), XCB_XKB_ID_USE_CORE_KBD, kAllModifiers, modifiers, 1,
                           group, 0, 0, 0);
}

xcb_window_t Keyboard::hidden_window() {
  if (hidden_window_ != XCB_WINDOW_NONE) return hidden_window_;
  xcb_connection_t* c = connection_.raw();
  hidden_window_ = xcb_generate_id(c);
  xcb_create_window(c, XCB_COPY_FROM_PARENT, hidden_window_, connection_.root(), 0, 0, 1, 1, 0,
                    XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
  return hidden_window_;
}

void Keyboard::key(xcb_keycode_t key, bool down) {
  xcb_test_fake_input(connection_.raw(), down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, key,
                      XCB_CURRENT_TIME, XCB_NONE, 0, 0, 0);
}

void Keyboard::button(std::uint8_t button, bool down) {
  xcb_test_fake_input(connection_.raw(), down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, button,
                      XCB_CURRENT_TIME, XCB_NONE, 0, 0, 0);
}

void Keyboard::move(int x, int y) {
  xcb_test_fake_input(connection_.raw(), XCB_MOTION_NOTIFY, 0, XCB_CURRENT_TIME, connection_.root(),
                      static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), 0);
}

bool Keyboard::bind(const std::vector<KeyBinding>& bindings) {
  if (bindings.empty()) return true;
  // No other change can then be taken for this one.
  const ServerGrab grab(connection_);
  if (keymap_changed()) return false;
  put(bindings);
  fingerprint_ = Keymap::read_fingerprint(connection_, device_);
  return true;
}

void Keyboard::unbind(const std::vector<xcb_keycode_t>& keys) {
  std::vector<KeyBinding> bindings;
  for (const xcb_keycode_t key : keys) bindings.push_back({key, {}});
  if (bindings.empty()) return;
  const ServerGrab grab(connection_);
  const bool changed = keymap_changed();
  put(bindings);
  if (!changed) fingerprint_ = Keymap::read_fingerprint(connection_, device_);
}

void Keyboard::put(const std::vector<KeyBinding>& bindings) {
  bind_keys(connection_, device_, bindings);
  // Programs see the change at once when the XTEST keyboard was the last one used. Window managers
  // grab all their keys again for each change, so none is made twice.
  if (device_ != XCB_XKB_ID_USE_CORE_KBD &&
      !has_bindings(connection_, XCB_XKB_ID_USE_CORE_KBD, bindings))
    bind_keys(connection_, XCB_XKB_ID_USE_CORE_KBD, bindings);
}

bool Keyboard::keymap_changed() {
  return Keymap::read_fingerprint(connection_, device_) != fingerprint_;
}

}  // namespace native::x11
