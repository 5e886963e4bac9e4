#include "native/wayland/input/wayland_input.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "native/desktop/typed_text.hpp"
#include "native/wayland/input/keymap.hpp"
#include "native/wayland/input/receiver.hpp"
#include "native/wayland/input/target_guard.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/outputs.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Programs take a motion for a drag only after several steps.
constexpr int kSteps = 12;
constexpr milliseconds kStep{8};
constexpr milliseconds kRest{120};
constexpr milliseconds kPoll{10};
constexpr std::size_t kPortion = 20;  // characters between two looks at the focus
// Bytes that a program may have left unread before the next portion. Of messages as short as those
// of keys (24 bytes) a socket holds 278, because the kernel counts what each takes in memory, and a
// portion is up to 120.
constexpr std::uint32_t kUnread = 3 << 10;
// No protocol tells when programs have taken devices that the seat did not have before.
constexpr milliseconds kUntilTaken{150};
constexpr milliseconds kTaking{20};  // from reading of them to taking them, at least

}  // namespace

// One act.
class WaylandInput::Session {
 public:
  Session(const Desk& desk, Devices& owned, const Act& act)
      : devices(owned), guard(desk.source, act), act_(act), connection_(desk.connection) {
    for (const Output& output : read_outputs(desk.connection, act.deadline))
      screens_.push_back(output.bounds);
  }

  Devices& devices;
  TargetGuard guard;

  void check() const {
    if (typed_)
      native::check_keys(act_, *typed_);
    else if (act_.check)
      act_.check();
    if (Clock::now() < act_.deadline) return;
    throw Error("TIMEOUT", "act of keys or pointer did not end in time", "Allow more time.",
                {{"reason", "input"}});
  }
  // Waits until the compositor has taken what was sent.
  void finish() const { devices.finish(act_.deadline); }

  void wait_for(milliseconds time) const {
    finish();
    const Deadline end = Clock::now() + time;
    while (Clock::now() < end) {
      check();
      std::this_thread::sleep_for(std::min<Clock::duration>(kPoll, end - Clock::now()));
    }
  }

  void move_to(const Point& to) const { devices.move(to, screens_); }

  Point resolve(const Point& place) {
    const Point result = guard.resolve(place);
    check_on_display(result.x, result.y, screens_);
    return result;
  }

  // Moves to a place that belongs to the act's window.
  void aim(const Point& place) {
    check();
    const Point to = resolve(place);
    guard.check_place(to.x, to.y);
    move_to(to);
  }

  void click(Button button) const {
    devices.button(button, true);
    devices.button(button, false);
  }

  // Makes sure that the keyboard has these; returns how many of them it has.
  std::size_t prepare(const std::vector<std::uint32_t>& symbols) const {
    return devices.prepare(symbols, act_.deadline);
  }

  void press(std::uint32_t symbol) const {
    devices.symbol(symbol, true);
    devices.symbol(symbol, false);
  }

  // Has failures tell from now on how many keys were sent before.
  void count_keys(std::int64_t typed) { typed_ = typed; }

  // Makes sure that keys reach their window, whose program has read what was sent before.
  void check_keys(std::int64_t typed) {
    count_keys(typed);
    check();
    const Window window = guard.check_focus(typed);
    if (!receiver_ || receiver_->window() != window.id) receiver_.emplace(window, connection_);
    receiver_->wait(kUnread, typed, [this] { check(); });
  }

  // Waits until the program has read the keys.
  void wait_until_read(std::int64_t typed) {
    count_keys(typed);
    finish();
    finish();  // what the compositor had to send to others was sent before it answers again
    if (receiver_) receiver_->wait(receiver_->at_first(), typed, [this] { check(); });
  }

  // Waits until the program has probably taken devices that are new to it.
  void wait_for_new_devices() {
    Receiver receiver(guard.window().value_or(Window{}), connection_);
    const Deadline end = Clock::now() + kUntilTaken;
    for (bool taken = false; !taken || Clock::now() < end;) {
      taken = receiver.has_read_all();
      if (!taken && !receiver.reads_down_to(0, [this] { check(); })) break;
      wait_for(kTaking);
    }
    if (receiver.is_stopped()) receiver.throw_not_taken(0);
  }

  // Types symbols that the keyboard has.
  void type(const std::vector<std::uint32_t>& symbols, std::int64_t& typed) {
    for (std::size_t next = 0; next < symbols.size();) {
      check_keys(typed);
      const std::size_t end = std::min(symbols.size(), next + kPortion);
      for (; next < end; ++next, ++typed) press(symbols[next]);
      finish();
    }
  }

 private:
  const Act& act_;
  const Connection& connection_;
  std::vector<Rect> screens_;
  std::optional<Receiver> receiver_;   // of the last keys
  std::optional<std::int64_t> typed_;  // how many were sent, in acts of keys
};

void WaylandInput::forget() {
  held_.reset();
  devices_.reset();
}

bool WaylandInput::open(const Desk& desk, Deadline deadline) {
  if (devices_ && devices_->is_alive()) return false;
  forget();
  devices_ = desk.open_devices(deadline);
  return devices_->are_new();
}

void WaylandInput::run(const Act& act, const Work& work, bool sends_keys) {
  run_(act.deadline, [&](const Desk& desk) {
    const bool new_devices = open(desk, act.deadline);
    try {
      Session session(desk, *devices_, act);
      if (sends_keys) session.count_keys(0);
      if (new_devices) session.wait_for_new_devices();
      work(session);
      session.finish();
    } catch (const Error&) {
      devices_->release();
      devices_->flush();
      throw;
    }
  });
}

void WaylandInput::move(const Point& to, const Act& act) {
  run(act, [&](Session& session) {
    session.check();
    session.move_to(session.resolve(to));
  });
}

void WaylandInput::click(const Click& click, const Act& act) {
  check_click(click);
  run(act, [&](Session& session) {
    session.aim(click.place);
    session.devices.modifiers(click.modifiers, true);
    for (int i = 0; i < click.count; ++i) session.click(click.button);
    session.devices.modifiers(click.modifiers, false);
  });
}

void WaylandInput::drag(const Drag& drag, const Act& act) {
  check_drag(drag);
  run(act, [&](Session& session) {
    const Point from = session.resolve(drag.from);
    const Point to = session.resolve(drag.to);
    session.aim(drag.from);
    session.devices.modifiers(drag.modifiers, true);
    session.devices.button(drag.button, true);
    for (int step = 1; step <= kSteps; ++step) {
      session.wait_for(kStep);
      session.move_to(
          {from.x + (to.x - from.x) * step / kSteps, from.y + (to.y - from.y) * step / kSteps});
    }
    session.wait_for(kRest);
    session.devices.button(drag.button, false);
    session.devices.modifiers(drag.modifiers, false);
  });
}

void WaylandInput::scroll(const Scroll& scroll, const Act& act) {
  check_scroll(scroll);
  run(act, [&](Session& session) {
    session.aim(scroll.place);
    session.devices.modifiers(scroll.modifiers, true);
    if (scroll.down != 0) session.devices.turn(0, scroll.down);
    if (scroll.right != 0) session.devices.turn(scroll.right, 0);
    session.devices.modifiers(scroll.modifiers, false);
  });
}

void WaylandInput::type(const std::string& text, const Act& act) {
  std::vector<std::uint32_t> symbols;
  for (const char32_t character : typed_characters(text)) symbols.push_back(symbol_of(character));
  run(
      act,
      [&](Session& session) {
        std::int64_t typed = 0;
        for (std::size_t next = 0; next < symbols.size();) {
          const auto rest = symbols.begin() + static_cast<std::ptrdiff_t>(next);
          const std::size_t count = session.prepare({rest, symbols.end()});
          session.type({rest, rest + static_cast<std::ptrdiff_t>(count)}, typed);
          next += count;
        }
        session.wait_until_read(typed);
      },
      true);
}

void WaylandInput::press(const Hotkey& key, int count, const Act& act) {
  check_press(key, count);
  run(
      act,
      [&](Session& session) {
        for (int i = 0; i < count; ++i) {
          session.prepare({key.symbol});
          session.check_keys(i);
          session.devices.modifiers(key.modifiers, true);
          session.press(key.symbol);
          session.devices.modifiers(key.modifiers, false);
          session.finish();
        }
        session.wait_until_read(count);
      },
      true);
}

void WaylandInput::hold(const Hotkey& key, milliseconds time, const Act& act) {
  check_hold(key, time);
  run(
      act,
      [&](Session& session) {
        session.prepare({key.symbol});
        session.check_keys(0);
        session.devices.modifiers(key.modifiers, true);
        session.devices.symbol(key.symbol, true);
        const Deadline end = Clock::now() + time;
        while (Clock::now() < end) {
          session.wait_for(std::min(kPoll, std::chrono::ceil<milliseconds>(end - Clock::now())));
          session.guard.check_focus(1);
        }
        session.devices.symbol(key.symbol, false);
        session.devices.modifiers(key.modifiers, false);
      },
      true);
}

void WaylandInput::press_button(Button button, const Point& place, const Act& act) {
  check_button(button);
  run(act, [&](Session& session) {
    held_.reset();
    session.aim(place);
    held_ = std::make_unique<HeldButton>(session.devices, button, act.check_later);
  });
}

void WaylandInput::release_button(Button button, const Point& place, const Act& act) {
  check_button(button);
  run(act, [&](Session& session) {
    session.check();
    if (!held_ || held_->button() != button || !session.devices.is_down(button))
      throw button_is_up();
    session.move_to(session.resolve(place));
    held_.reset();
  });
}

Point WaylandInput::pointer(Deadline) {
  throw lacking("way to see where the pointer is", "no protocol",
                "Move it to a place before you use it.");
}

void WaylandInput::release_all(Deadline deadline) {
  if (!devices_) return;
  run_(deadline, [&](const Desk&) {
    // Where they have gone, nothing is down.
    if (!devices_ || !devices_->is_alive()) return;
    held_.reset();
    devices_->release();
    devices_->finish(deadline);
  });
}

}  // namespace native::wayland
