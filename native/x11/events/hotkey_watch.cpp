#include "native/x11/events/hotkey_watch.hpp"

#include <algorithm>

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxPressed = 64;
// Keysyms (X11 protocol, appendix A).
constexpr xcb_keysym_t kNumLock = 0xFF7F;
constexpr xcb_keysym_t kAltLeft = 0xFFE9;
constexpr xcb_keysym_t kSuperLeft = 0xFFEB;

Event::Refusal refusal(const Hotkey& hotkey, const char* reason) {
  const bool taken = std::string_view(reason) == "taken";
  return {
      hotkey,
      Error(
          "UNSUPPORTED",
          taken ? "hotkey is taken by another program" : "no key of this keyboard has that symbol",
          taken ? "Choose another hotkey, or disable it in that program (often the window manager)."
                : "Choose a key of this keyboard.",
          {{"reason", reason}})};
}

}  // namespace

void HotkeyWatch::learn_keyboard() {
  xcb_connection_t* c = connection_.raw();
  const xcb_setup_t* setup = xcb_get_setup(c);
  const auto count = static_cast<std::uint8_t>(setup->max_keycode - setup->min_keycode + 1);
  Ask<xcb_get_keyboard_mapping_reply> mapping(
      c, xcb_get_keyboard_mapping(c, setup->min_keycode, count));
  Ask<xcb_get_modifier_mapping_reply> modifiers(c, xcb_get_modifier_mapping(c));
  const auto keys = mapping.wait();
  const auto masks = modifiers.wait();
  if (!keys || !masks) return;
  symbols_per_key_ = keys->keysyms_per_keycode;
  const auto symbols = items<xcb_keysym_t>(*keys, xcb_get_keyboard_mapping_keysyms(keys.get()),
                                           std::size_t{keys->length});
  symbols_.assign(symbols.begin(), symbols.end());
  const auto code = items<xcb_keycode_t>(*masks, xcb_get_modifier_mapping_keycodes(masks.get()),
                                         std::size_t{8} * masks->keycodes_per_modifier);
  const auto mask_of = [&](xcb_keysym_t symbol, std::uint16_t otherwise) -> std::uint16_t {
    const xcb_keycode_t key = key_of(symbol);
    for (std::size_t i = 0; key != 0 && i < code.size(); ++i)
      if (code[i] == key)
        return static_cast<std::uint16_t>(1U << (i / masks->keycodes_per_modifier));
    return otherwise;
  };
  number_lock_ = mask_of(kNumLock, 0);
  alt_ = mask_of(kAltLeft, XCB_MOD_MASK_1);
  super_ = mask_of(kSuperLeft, XCB_MOD_MASK_4);
}

xcb_keycode_t HotkeyWatch::key_of(std::uint32_t symbol) const {
  if (symbols_per_key_ == 0) return 0;
  const auto first = xcb_get_setup(connection_.raw())->min_keycode;
  // Prefers the plain symbol of a key over those that need Shift or another group.
  for (int level = 0; level < symbols_per_key_; ++level)
    for (std::size_t i = static_cast<std::size_t>(level); i < symbols_.size();
         i += static_cast<std::size_t>(symbols_per_key_))
      if (symbols_[i] == symbol)
        return static_cast<xcb_keycode_t>(first + i / static_cast<std::size_t>(symbols_per_key_));
  return 0;
}

std::uint16_t HotkeyWatch::to_mask(std::uint32_t modifiers) const {
  std::uint16_t mask = 0;
  if (modifiers & Hotkey::kShift) mask |= XCB_MOD_MASK_SHIFT;
  if (modifiers & Hotkey::kControl) mask |= XCB_MOD_MASK_CONTROL;
  if (modifiers & Hotkey::kAlt) mask |= alt_;
  if (modifiers & Hotkey::kSuper) mask |= super_;
  return mask;
}

std::array<std::uint16_t, 4> HotkeyWatch::lock_states() const {
  return {0, lock_, number_lock_, static_cast<std::uint16_t>(lock_ | number_lock_)};
}

bool HotkeyWatch::grab(const Grab& wanted) {
  xcb_connection_t* c = connection_.raw();
  std::vector<xcb_void_cookie_t> sent;
  for (const std::uint16_t locks : lock_states())
    sent.push_back(xcb_grab_key_checked(c, 1, connection_.root(),
                                        static_cast<std::uint16_t>(wanted.modifiers | locks),
                                        wanted.key, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC));
  bool ours = true;
  for (const xcb_void_cookie_t cookie : sent) ours = check(c, cookie) == 0 && ours;
  if (!ours) release(wanted);
  return ours;
}

void HotkeyWatch::release(const Grab& done) {
  if (done.key == 0) return;
  for (const std::uint16_t locks : lock_states())
    xcb_ungrab_key(connection_.raw(), done.key, connection_.root(),
                   static_cast<std::uint16_t>(done.modifiers | locks));
}

void HotkeyWatch::want(const std::vector<Hotkey>& hotkeys, std::vector<Event::Refusal>& refused) {
  if (!hotkeys.empty() && std::exchange(remapped_, false)) learn_keyboard();
  std::erase_if(grabs_, [&](const Grab& done) {
    const bool unwanted = std::find(hotkeys.begin(), hotkeys.end(), done.hotkey) == hotkeys.end();
    if (unwanted) release(done);
    return unwanted;
  });
  for (const Hotkey& hotkey : hotkeys) {
    const auto is_it = [&](const Grab& held) { return held.hotkey == hotkey; };
    if (std::any_of(grabs_.begin(), grabs_.end(), is_it)) continue;
    const Grab wanted{hotkey, key_of(hotkey.symbol), to_mask(hotkey.modifiers)};
    if (wanted.key == 0)
      refused.push_back(refusal(hotkey, "no key"));
    else if (grab(wanted))
      grabs_.push_back(wanted);
    else
      refused.push_back(refusal(hotkey, "taken"));
  }
  if (grabs_.empty()) remapped_ = true;
}

void HotkeyWatch::take(const xcb_generic_event_t& event) {
  if (grabs_.empty()) return;
  if (event_kind(event) == XCB_MAPPING_NOTIFY) remapped_ = true;
  if (event_kind(event) != XCB_KEY_PRESS && event_kind(event) != XCB_KEY_RELEASE) return;
  const auto& key = reinterpret_cast<const xcb_key_press_event_t&>(event);
  if (event_kind(event) == XCB_KEY_RELEASE) {
    released_key_ = key.detail;
    released_at_ = key.time;
    return;
  }
  if (key.detail == released_key_ && key.time == released_at_) return;
  const std::uint16_t known = XCB_MOD_MASK_SHIFT | XCB_MOD_MASK_CONTROL | alt_ | super_;
  for (const Grab& grab : grabs_)
    if (grab.key == key.detail && grab.modifiers == (key.state & known) &&
        pressed_.size() < kMaxPressed)
      pressed_.push_back(grab.hotkey);
}

void HotkeyWatch::collect(std::size_t room, std::vector<Event>& out) {
  const std::size_t limit = out.size() + room;
  while (!pressed_.empty() && out.size() < limit) {
    Event event;
    event.kind = Event::Kind::kHotkey;
    event.hotkey = pressed_.front();
    pressed_.pop_front();
    out.push_back(std::move(event));
  }
  if (!remapped_ || grabs_.empty()) return;
  // The keyboard layout has changed: the same symbols may be on other keys.
  std::vector<Hotkey> all;
  for (const Grab& grab : grabs_) {
    all.push_back(grab.hotkey);
    release(grab);
  }
  grabs_.clear();
  std::vector<Event::Refusal> refused;
  want(all, refused);
  // Hotkeys that cannot be grabbed now are tried again with the next layout.
  for (const Event::Refusal& each : refused) grabs_.push_back({each.hotkey, 0, 0});
  remapped_ = false;
}

}  // namespace native::x11
