#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/x11/capture/client_sync.hpp"
#include "native/x11/input/focus_guard.hpp"
#include "native/x11/input/held_input.hpp"
#include "native/x11/input/keyboard.hpp"

namespace native::x11 {

// Sends the keys of one act in portions, each under a server grab in which the focus is checked, so
// that no key reaches another window.
class KeySender {
 public:
  // The keys in one portion. Longer ones would hold up the desktop for a noticeable time.
  static constexpr std::size_t kPortion = 48;

  KeySender(Keyboard& keyboard, const Act& act);
  ~KeySender();
  KeySender(const KeySender&) = delete;
  KeySender& operator=(const KeySender&) = delete;

  // Waits until the program that has the focus answers, where it says that it does, before anything
  // is sent to it: one that hangs would take the keys much later. Throws as send(), and
  // "EFFECT_NOT_SEEN" for a program that is stopped or does not answer.
  void wait_for_program();
  // Sends at most kPortion strokes while `around` is held down. Returns false, with nothing sent,
  // when the keyboard's layout has changed since the last call: the strokes may be others now.
  // Throws "INTERRUPTED" when strokes were still on their way then, and "EFFECT_NOT_SEEN" for a
  // program that is stopped.
  // Waits for a moment while nobody has the focus or a person holds modifiers down.
  bool send(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around = {});
  // The same for one stroke that stays down for `time`. Throws "FOCUS_REFUSED" as soon as another
  // window gets the focus.
  bool hold(const Stroke& stroke, const std::vector<xcb_keycode_t>& around,
            std::chrono::milliseconds time);
  // Waits until the program has taken every key, so that keys may be bound anew. Throws
  // "EFFECT_NOT_SEEN" for a program that is stopped, "INTERRUPTED" when somebody has changed the
  // layout meanwhile: programs read the new one before they take what is on its way.
  void wait_until_taken();
  // Throws what Act::check does, or "TIMEOUT".
  void check();

  // Counts the strokes that were sent.
  std::int64_t sent() const { return sent_; }
  HeldInput& held() { return held_; }

 private:
  bool keyboard_is_grabbed();
  enum class Release { kAtOnce, kLater };
  bool send(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around,
            Release release);
  bool attempt(std::span<const Stroke> strokes, const std::vector<xcb_keycode_t>& around,
               Release release, bool& changed);
  void emit(std::span<const Stroke> strokes, const KeyboardState& state, Release release);
  xcb_window_t check_focus();
  void pause();
  void wait_until_taken(Deadline until);
  void note_taken();
  [[noreturn]] void throw_late();
  [[noreturn]] void throw_layout_changed();

  Keyboard& keyboard_;
  Connection& connection_;
  const Act& act_;
  Deadline until_;
  FocusGuard guard_;
  HeldInput held_;
  xcb_window_t receiver_ = XCB_WINDOW_NONE;
  std::unique_ptr<ClientSync> sync_;
  std::int64_t sent_ = 0;
  std::int64_t taken_ = 0;       // by the program, for certain
  bool modifiers_held_ = false;  // by a person, at the last attempt
  bool ending_ = false;
};

}  // namespace native::x11
