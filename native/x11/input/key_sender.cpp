#include "native/x11/input/key_sender.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/input/keysyms.hpp"
#include "native/x11/input/manager_sync.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How long nobody may have the focus, and a person hold modifiers down, before an act fails.
constexpr milliseconds kFocusPatience{1500};
constexpr milliseconds kModifierPatience{2000};
constexpr milliseconds kPause{10};
// How long a program may be at work before it takes keys.
constexpr milliseconds kAnswerPatience{5000};
// Processor time after which a program that answers no pings counts as one that never waits.
constexpr milliseconds kBusy{2000};
// How long an act that failed still waits for the program, before the keyboard is put back.
constexpr milliseconds kLastPatience{25};

// Presses and releases modifier keys, and locks what no key holds down, as strokes need it.
class ModifierKeys {
 public:
  ModifierKeys(Keyboard& keyboard, HeldInput& held, const KeyboardState& state)
      : held_(held), locked_(state.locked_modifiers), group_(state.group) {
    const Keymap& keymap = keyboard.keymap();
    shift_ = keymap.modifier_key(kShiftSymbol, XCB_MOD_MASK_SHIFT);
    level_three_ = keymap.modifier_key(kLevelThreeSymbol, XCB_MOD_MASK_5);
  }

  void prepare(const Stroke& stroke) {
    std::uint8_t by_lock = stroke.modifiers;
    hold(shift_, XCB_MOD_MASK_SHIFT, stroke.modifiers, by_lock);
    hold(level_three_, XCB_MOD_MASK_5, stroke.modifiers, by_lock);
    const std::uint8_t group = stroke.every_group ? group_ : stroke.group;
    const auto locked = static_cast<std::uint8_t>((locked_ & ~stroke.mask) | by_lock);
    if (group == group_ && locked == locked_) return;
    held_.lock(locked, group);
    group_ = group;
    locked_ = locked;
  }

 private:
  void hold(xcb_keycode_t key, std::uint8_t bit, std::uint8_t wanted, std::uint8_t& by_lock) {
    if (key == 0) return;
    by_lock = static_cast<std::uint8_t>(by_lock & ~bit);
    if ((wanted & bit) == (down_ & bit)) return;
    if ((wanted & bit) != 0)
      held_.press_key(key);
    else
      held_.release_key(key);
    down_ = static_cast<std::uint8_t>(down_ ^ bit);
  }

  HeldInput& held_;
  xcb_keycode_t shift_ = 0;
  xcb_keycode_t level_three_ = 0;
  std::uint8_t down_ = 0;
  std::uint8_t locked_;
  std::uint8_t group_;
};

}  // namespace

KeySender::KeySender(Keyboard& keyboard, const Act& act)
    : keyboard_(keyboard),
      connection_(keyboard.connection()),
      act_(act),
      until_(patience(act.deadline)),
      guard_(connection_, act),
      held_(keyboard) {}

KeySender::~KeySender() {
  if (!held_.binds() || sent_ == taken_) return;
  // What was typed with bound keys is read wrongly once they are free again.
  ending_ = true;
  try {
    wait_until_taken(Clock::now() + kLastPatience);
  } catch (const Error&) {
  } catch (const ConnectionLost&) {
  }
}

void KeySender::wait_until_taken() { wait_until_taken(until_); }

void KeySender::throw_late() {
  throw Error("TIMEOUT", "keys did not all arrive in time; " + std::to_string(sent_) + " were sent",
              "Allow more time, or type less at once.", {{"reason", "keys"}, {"typed", sent_}});
}

void KeySender::check() {
  check_keys(act_, sent_);
  if (Clock::now() >= until_) throw_late();
}

void KeySender::throw_layout_changed() {
  throw Error("INTERRUPTED",
              "keyboard layout was changed while " + std::to_string(sent_ - taken_) +
                  " characters were on their way, which may have become others; " +
                  std::to_string(taken_) + " arrived before",
              "Look at what the window has, then type the rest.",
              {{"reason", "layout"}, {"typed", taken_}, {"on_the_way", sent_ - taken_}});
}

// Asks for a grab with a window that is not shown, which can never succeed: the server says whether
// another program has one, and sends no events about it.
bool KeySender::keyboard_is_grabbed() {
  xcb_connection_t* c = connection_.raw();
  Ask<xcb_grab_keyboard_reply> asked(
      c, xcb_grab_keyboard(c, 0, keyboard_.hidden_window(), XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC,
                           XCB_GRAB_MODE_ASYNC));
  const auto reply = asked.wait();
  return reply && (reply->status == XCB_GRAB_STATUS_ALREADY_GRABBED ||
                   reply->status == XCB_GRAB_STATUS_FROZEN);
}

void KeySender::pause() {
  connection_.flush();
  next_event(connection_, std::min<Deadline>(until_, Clock::now() + kPause));
}

bool KeySender::send(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around) {
  return send(strokes, around, Release::kAtOnce);
}

bool KeySender::hold(const Stroke& stroke, const std::vector<xcb_keycode_t>& around,
                     std::chrono::milliseconds time) {
  if (!send({&stroke, 1}, around, Release::kLater)) return false;
  const Deadline end = Clock::now() + time;
  while (Clock::now() < end) {
    pause();
    check();
    check_focus();
  }
  held_.release();
  return true;
}

// Returns the application's window that has the focus now, see FocusGuard::receiver(). A key that
// is down repeats by itself, into whichever window that is.
xcb_window_t KeySender::check_focus() {
  xcb_connection_t* c = connection_.raw();
  const auto focus = Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait();
  return focus ? guard_.receiver(focus->focus, sent_) : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
}

void KeySender::wait_for_program() {
  const xcb_window_t client = check_focus();
  if (client == XCB_WINDOW_NONE) return;
  ClientSync sync(connection_, client, kBusy, [this] { check(); });
  try {
    const Deadline until = std::min<Deadline>(until_, Clock::now() + kAnswerPatience);
    if (!sync.takes_pings() || sync.caught_up({}, until)) return;
  } catch (const Error& error) {
    if (error.code != "WINDOW_NOT_FOUND") throw;
    return;
  }
  throw input_not_taken(client, sync.missing(), sent_);
}

bool KeySender::send(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around,
                     Release release) {
  const Deadline began = Clock::now();
  bool manager_asked = false;
  for (;;) {
    check();
    bool changed = false;
    if (attempt(strokes, around, release, changed)) return true;
    if (changed) return false;
    const auto waited = Clock::now() - began;
    if (modifiers_held_ && waited >= kModifierPatience)
      throw Error(
          "INTERRUPTED",
          "a person holds modifier keys down; " + std::to_string(sent_) + " characters were typed",
          "Let go of the keys, then try again.", {{"reason", "modifiers"}, {"typed", sent_}});
    if (!modifiers_held_ && waited >= kFocusPatience) {
      // A window manager keeps the focus itself while it grabs all its keys again after a change of
      // the keymap, however long that takes it.
      if (manager_asked || manager_missing(connection_, act_, until_)) guard_.throw_nobody(sent_);
      manager_asked = true;
      continue;
    }
    pause();
  }
}

bool KeySender::attempt(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around,
                        Release release, bool& changed) {
  xcb_connection_t* c = connection_.raw();
  keyboard_.keymap();  // read before the desktop is held up
  const ServerGrab grab(connection_);
  Ask<xcb_get_input_focus_reply> focus_asked(c, xcb_get_input_focus(c));
  const bool grabbed = keyboard_is_grabbed();
  const KeyboardState state = keyboard_.state();
  const auto focus = focus_asked.wait();
  changed = keyboard_.keymap_changed();
  if (changed && sent_ > taken_) throw_layout_changed();
  if (changed || !focus) return false;
  const xcb_window_t client = guard_.receiver(focus->focus, sent_);
  modifiers_held_ = state.held_modifiers != 0 || state.shifted_group;
  if (client == XCB_WINDOW_NONE || modifiers_held_) return false;
  if (grabbed) guard_.check_grab(sent_);
  guard_.check_running(client, sent_);
  if (client != receiver_) sync_.reset();
  receiver_ = client;
  held_.note(state);
  for (const xcb_keycode_t key : around) held_.press_key(key);
  emit(strokes, state, release);
  if (release == Release::kAtOnce) held_.release();
  sent_ += static_cast<std::int64_t>(strokes.size());
  return true;
}

void KeySender::emit(std::span<const Stroke> strokes, const KeyboardState& state, Release release) {
  ModifierKeys modifiers(keyboard_, held_, state);
  for (const Stroke& stroke : strokes) {
    modifiers.prepare(stroke);
    held_.press_key(stroke.key);
    if (release == Release::kAtOnce) held_.release_key(stroke.key);
  }
}

void KeySender::note_taken() {
  if (!ending_ && sent_ > taken_ && keyboard_.keymap_changed()) throw_layout_changed();
  taken_ = sent_;
}

void KeySender::wait_until_taken(Deadline until) {
  if (receiver_ == XCB_WINDOW_NONE) return;
  const auto check_and_look = [this] {
    if (!ending_) check_keys(act_, sent_);
    if (!guard_.exists(receiver_)) throw_window_gone(receiver_);
  };
  try {
    if (!sync_) sync_ = std::make_unique<ClientSync>(connection_, receiver_, kBusy, check_and_look);
    if (sync_->caught_up({}, until)) return note_taken();
  } catch (const Error& error) {
    // Keys may close the window that they are for.
    if (error.code != "WINDOW_NOT_FOUND") throw;
    sync_.reset();
    return;
  }
  if (Clock::now() >= until) throw_late();
  throw input_not_taken(receiver_, sync_->missing(), sent_);
}

}  // namespace native::x11
