#include "native/x11/input/pointing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/input/focus_guard.hpp"
#include "native/x11/input/held_input.hpp"
#include "native/x11/input/keysyms.hpp"
#include "native/x11/input/manager_sync.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_details.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Programs take a motion for a drag only after several steps.
constexpr int kSteps = 12;
constexpr milliseconds kStep{8};
// A screen on which nothing is painted for this long is quiet; one that never is, is waited for so
// long.
constexpr milliseconds kQuiet{80};
constexpr milliseconds kMaxRest{1000};
constexpr milliseconds kPoll{10};
constexpr int kTurnsAtOnce = 10;

// One act of the pointer: what it holds down, and where it may act.
class PointerAct {
 public:
  PointerAct(Keyboard& keyboard, const Act& act)
      : keyboard_(keyboard),
        connection_(keyboard.connection()),
        act_(act),
        until_(patience(act.deadline)),
        guard_(connection_, act),
        displays_(display_areas(connection_)),
        held_(keyboard) {}

  HeldInput& held() { return held_; }

  void check() {
    if (act_.check) act_.check();
    if (Clock::now() < until_) return;
    throw Error("TIMEOUT", "pointer act did not end in time", "Allow more time.",
                {{"reason", "pointer"}});
  }

  // Returns the place on the desktop; one in the window counts from its bounds, which leave out a
  // client-side shadow. Throws "INVALID_ARGUMENT" when it is on no display.
  Point resolve(const Point& place) {
    Point result{place.x, place.y};
    if (place.in_window) {
      xcb_connection_t* c = connection_.raw();
      Ask<xcb_translate_coordinates_reply> asked(
          c, xcb_translate_coordinates(c, guard_.window(), connection_.root(), 0, 0));
      AskProperty asked_shadow =
          ask_property(connection_, guard_.window(), connection_.atom(Atom::kGtkFrameExtents), 16);
      const auto corner = asked.wait();
      const Extents shadow = extents_of(asked_shadow.wait().get());
      if (!corner) throw_window_gone(act_.window);
      // Sums of numbers that are too large would overflow.
      result.x = std::clamp(place.x, -100'000, 100'000) + corner->dst_x + shadow.left;
      result.y = std::clamp(place.y, -100'000, 100'000) + corner->dst_y + shadow.top;
    }
    check_on_display(result.x, result.y, displays_);
    return result;
  }

  void move_to(const Point& to) { keyboard_.move(to.x, to.y); }

  // Moves to a place and does `work` there, all before any other program can act. Returns when the
  // window manager has handed the buttons on, so that what is typed next comes after them.
  template <class Work>
  void at(const Point& place, const Work& work) {
    wait_for_manager(connection_, act_, false);
    do_at(place, work);
    wait_for_manager(connection_, act_, true);
  }

  void click(std::uint8_t button) {
    held_.press_button(button);
    held_.release_button(button);
  }

  void hold_modifiers(std::uint32_t modifiers) {
    constexpr std::array<std::pair<std::uint32_t, xcb_keysym_t>, 4> kKeys = {
        {{Hotkey::kSuper, kSuperSymbol},
         {Hotkey::kControl, kControlSymbol},
         {Hotkey::kAlt, kAltSymbol},
         {Hotkey::kShift, kShiftSymbol}}};
    for (const auto& [bit, symbol] : kKeys)
      if ((modifiers & bit) != 0)
        if (const auto stroke = keyboard_.keymap().find_symbol(symbol, 0))
          held_.press_key(stroke->key);
  }

  // Waits for a while in which only the check may end it.
  void wait_for(milliseconds time) {
    connection_.flush();
    const Deadline end = std::min<Deadline>(until_, Clock::now() + time);
    while (Clock::now() < end) {
      next_event(connection_, std::min<Deadline>(end, Clock::now() + kPoll));
      check();
    }
  }

 private:
  template <class Work>
  void do_at(const Point& place, const Work& work) {
    check();
    const ServerGrab grab(connection_);
    const Point to = resolve(place);
    guard_.check_place(to.x, to.y);
    held_.note(keyboard_.state());
    move_to(to);
    work();
  }

  Keyboard& keyboard_;
  Connection& connection_;
  const Act& act_;
  Deadline until_;
  FocusGuard guard_;
  std::vector<Rect> displays_;
  HeldInput held_;
};

// Waits until nothing is painted for a while: the program has seen the drag, and what lies below
// has answered.
void rest(PointerAct& act, ScreenChanges* changes, const Rect& screen) {
  const Deadline end = Clock::now() + kMaxRest;
  if (changes == nullptr) return act.wait_for(kQuiet);
  for (;;) {
    const std::uint64_t mark = changes->mark();
    act.wait_for(kQuiet);
    if (!changes->changed(mark, screen) || Clock::now() >= end) return;
  }
}

}  // namespace

void move_pointer(Keyboard& keyboard, const Point& to, const Act& act) {
  PointerAct pointer(keyboard, act);
  pointer.check();
  pointer.move_to(pointer.resolve(to));
}

void click_pointer(Keyboard& keyboard, const Click& click, const Act& act) {
  check_click(click);
  PointerAct pointer(keyboard, act);
  pointer.at(click.place, [&] {
    pointer.hold_modifiers(click.modifiers);
    for (int i = 0; i < click.count; ++i) pointer.click(static_cast<std::uint8_t>(click.button));
    pointer.held().release();
  });
}

void scroll_pointer(Keyboard& keyboard, const Scroll& scroll, const Act& act) {
  check_scroll(scroll);
  PointerAct pointer(keyboard, act);
  const auto turn = [&](int count, std::uint8_t back, std::uint8_t forth) {
    for (int left = std::abs(count); left > 0; left -= kTurnsAtOnce)
      pointer.at(scroll.place, [&] {
        pointer.hold_modifiers(scroll.modifiers);
        for (int i = 0; i < std::min(left, kTurnsAtOnce); ++i)
          pointer.click(count < 0 ? back : forth);
        pointer.held().release();
      });
  };
  turn(scroll.down, 4, 5);
  turn(scroll.right, 6, 7);
}

void drag_pointer(Keyboard& keyboard, ScreenChanges* changes, const Drag& drag, const Act& act) {
  check_drag(drag);
  PointerAct pointer(keyboard, act);
  const Point from = pointer.resolve(drag.from);
  const Point to = pointer.resolve(drag.to);
  pointer.at(drag.from, [&] {
    pointer.hold_modifiers(drag.modifiers);
    pointer.held().press_button(static_cast<std::uint8_t>(drag.button));
  });
  for (int step = 1; step <= kSteps; ++step) {
    pointer.wait_for(kStep);
    pointer.move_to(
        {from.x + (to.x - from.x) * step / kSteps, from.y + (to.y - from.y) * step / kSteps});
  }
  rest(pointer, changes, root_bounds(keyboard.connection()));
  pointer.held().release();
  wait_for_manager(keyboard.connection(), act, true);
}

void press_pointer(Keyboard& keyboard, Button button, const Point& place, const Act& act) {
  PointerAct pointer(keyboard, act);
  pointer.at(place, [&] { keyboard.button(static_cast<std::uint8_t>(button), true); });
}

void release_pointer(Keyboard& keyboard, Button button, const Point& place, const Act& act) {
  PointerAct pointer(keyboard, act);
  pointer.check();
  const ServerGrab grab(keyboard.connection());
  pointer.move_to(pointer.resolve(place));
  keyboard.button(static_cast<std::uint8_t>(button), false);
}

Point find_pointer(Connection& connection) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_query_pointer_reply> asked(c, xcb_query_pointer(c, connection.root()));
  const auto reply = asked.wait();
  return reply ? Point{reply->root_x, reply->root_y} : Point{};
}

}  // namespace native::x11
