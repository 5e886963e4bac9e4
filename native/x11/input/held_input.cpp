#include "native/x11/input/held_input.hpp"

#include <algorithm>
#include <array>

#include "native/desktop/error.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/input/held_button.hpp"

namespace native::x11 {
namespace {

constexpr std::array<std::uint8_t, 9> kButtons = {1, 2, 3, 4, 5, 6, 7, 8, 9};
constexpr std::uint32_t kMaxRecordBytes = 4 * 300;

// The record on the root window: locked modifiers, locked layout, then the bound keys.
constexpr std::size_t kLockedModifiers = 0;
constexpr std::size_t kLockedGroup = 1;
constexpr std::size_t kFirstKey = 2;

}  // namespace

HeldInput::HeldInput(Keyboard& keyboard) : keyboard_(keyboard) {
  mend_button(keyboard.connection());
  mend_input(keyboard);
  keyboard.forget_keymap();  // it may have changed since the last act
  before_ = keyboard.state();
  record();
}

HeldInput::~HeldInput() {
  try {
    release();
    unbind();
    Connection& connection = keyboard_.connection();
    xcb_connection_t* c = connection.raw();
    xcb_delete_property(c, connection.root(), connection.atom(Atom::kHeldInput));
    // Waits for the server: of a client that ends it may drop what it has not read yet.
    Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait();
  } catch (const Error&) {
  } catch (const ConnectionLost&) {
    // The record stays, so the next act mends.
  }
}

void HeldInput::record() {
  Connection& connection = keyboard_.connection();
  std::vector<std::uint32_t> words = {before_.locked_modifiers, before_.locked_group};
  words.insert(words.end(), bound_.begin(), bound_.end());
  xcb_change_property(connection.raw(), XCB_PROP_MODE_REPLACE, connection.root(),
                      connection.atom(Atom::kHeldInput), XCB_ATOM_CARDINAL, 32,
                      static_cast<std::uint32_t>(words.size()), words.data());
}

void HeldInput::note(const KeyboardState& state) {
  const bool changed = state.locked_modifiers != before_.locked_modifiers ||
                       state.locked_group != before_.locked_group;
  before_ = state;
  if (changed) record();
}

void HeldInput::press_key(xcb_keycode_t key) {
  keys_.push_back(key);
  keyboard_.key(key, true);
}

void HeldInput::release_key(xcb_keycode_t key) {
  keyboard_.key(key, false);
  std::erase(keys_, key);
}

void HeldInput::press_button(std::uint8_t button) {
  buttons_.push_back(button);
  keyboard_.button(button, true);
}

void HeldInput::release_button(std::uint8_t button) {
  keyboard_.button(button, false);
  std::erase(buttons_, button);
}

void HeldInput::lock(std::uint8_t modifiers, std::uint8_t group) {
  keyboard_.lock(modifiers, group);
  locked_ = true;
}

void HeldInput::unlock() {
  if (!locked_) return;
  keyboard_.lock(before_.locked_modifiers, before_.locked_group);
  locked_ = false;
}

bool HeldInput::bind(const std::vector<KeyBinding>& bindings) {
  const std::vector<xcb_keycode_t> before = bound_;
  for (const KeyBinding& each : bindings)
    if (std::find(bound_.begin(), bound_.end(), each.key) == bound_.end())
      bound_.push_back(each.key);
  record();
  if (keyboard_.bind(bindings)) return true;
  bound_ = before;
  record();
  return false;
}

void HeldInput::leave(xcb_keycode_t key) {
  std::erase(bound_, key);
  record();
}

void HeldInput::unbind() {
  keyboard_.unbind(bound_);
  bound_.clear();
}

void HeldInput::release() {
  while (!keys_.empty()) release_key(keys_.back());
  while (!buttons_.empty()) release_button(buttons_.back());
  unlock();
}

bool mend_input(Keyboard& keyboard) {
  Connection& connection = keyboard.connection();
  xcb_connection_t* c = connection.raw();
  const xcb_atom_t property = connection.atom(Atom::kHeldInput);
  AskProperty asked = ask_property(connection, connection.root(), property, kMaxRecordBytes);
  Ask<xcb_query_keymap_reply> down_asked(c, xcb_query_keymap(c));
  const std::vector<std::uint32_t> words = numbers_of(asked.wait().get());
  const auto down = down_asked.wait();
  if (words.size() < kFirstKey) return false;
  // The server ignores what releases a key that this device does not hold.
  for (int key = 8; down && key < 256; ++key)
    if ((down->keys[key / 8] >> (key % 8) & 1) != 0)
      keyboard.key(static_cast<xcb_keycode_t>(key), false);
  const std::uint8_t kept = held_button(connection);
  for (const std::uint8_t button : kButtons)
    if (button != kept) keyboard.button(button, false);
  std::vector<xcb_keycode_t> bound;
  const xcb_setup_t& setup = *xcb_get_setup(c);
  for (std::size_t i = kFirstKey; i < words.size(); ++i)
    if (words[i] >= setup.min_keycode && words[i] <= setup.max_keycode)
      bound.push_back(static_cast<xcb_keycode_t>(words[i]));
  keyboard.unbind(bound);
  keyboard.lock(static_cast<std::uint8_t>(words[kLockedModifiers]),
                static_cast<std::uint8_t>(words[kLockedGroup]));
  xcb_delete_property(c, connection.root(), property);
  connection.flush();
  return true;
}

}  // namespace native::x11
