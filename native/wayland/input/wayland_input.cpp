#include "native/wayland/input/wayland_input.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "native/desktop/typed_text.hpp"
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
// No protocol tells when programs have taken a keyboard that the seat did not have before.
constexpr milliseconds kNewDevices{150};
constexpr std::size_t kPortion = 20;  // characters between two looks at the focus

}  // namespace

// One act.
class WaylandInput::Session {
 public:
  Session(const Desk& desk, VirtualDevices& owned, Keymap& keymap, const Act& act)
      : devices(owned),
        guard(desk.source, act),
        connection_(desk.connection),
        keymap_(keymap),
        act_(act) {
    for (const Output& output : read_outputs(connection_, act.deadline))
      screens_.push_back(output.bounds);
  }

  VirtualDevices& devices;
  TargetGuard guard;

  void check() const {
    if (act_.check) act_.check();
    if (Clock::now() < act_.deadline) return;
    throw Error("TIMEOUT", "act of keys or pointer did not end in time", "Allow more time.",
                {{"reason", "input"}});
  }
  Connection& connection() const { return connection_; }
  // Waits until the compositor has handled what was sent.
  void finish() const { connection_.round_trip(act_.deadline); }

  void wait_for(milliseconds time) const {
    finish();
    const Deadline end = Clock::now() + time;
    while (Clock::now() < end) {
      check();
      std::this_thread::sleep_for(std::min<Clock::duration>(kPoll, end - Clock::now()));
    }
  }

  void move_to(const Point& to) const { devices.move(to.x, to.y, bounding(screens_)); }

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

  void hold_modifiers(const Modifiers& modifiers) const {
    for (const std::uint32_t key : modifiers.keys) devices.key(key, true);
    devices.modifiers(modifiers.bits);
  }
  void release_modifiers(const Modifiers& modifiers) const {
    for (auto key = modifiers.keys.rbegin(); key != modifiers.keys.rend(); ++key)
      devices.key(*key, false);
    devices.modifiers(0);
  }

  // Makes sure that the keyboard has these; returns how many of them it has.
  std::size_t prepare(const std::vector<std::uint32_t>& symbols) {
    const bool there = std::all_of(symbols.begin(), symbols.end(), [&](std::uint32_t symbol) {
      return keymap_.find(symbol).has_value();
    });
    if (there) return symbols.size();
    const std::size_t count = keymap_.give(symbols);
    devices.keymap(keymap_.text());
    finish();
    return count;
  }

  Stroke stroke_of(std::uint32_t symbol) {
    prepare({symbol});
    return *keymap_.find(symbol);
  }

  void press(const Stroke& stroke, std::uint32_t bits) const {
    if (stroke.shift) devices.modifiers(bits | kShiftBit);
    devices.key(stroke.key, true);
    devices.key(stroke.key, false);
    if (stroke.shift) devices.modifiers(bits);
  }

  // Types symbols that the keyboard has.
  void type(const std::vector<std::uint32_t>& symbols, std::int64_t& typed) {
    for (std::size_t next = 0; next < symbols.size();) {
      check();
      guard.check_focus(typed);
      const std::size_t end = std::min(symbols.size(), next + kPortion);
      for (; next < end; ++next, ++typed) press(*keymap_.find(symbols[next]), 0);
      finish();
    }
  }

 private:
  Connection& connection_;
  Keymap& keymap_;
  const Act& act_;
  std::vector<Rect> screens_;
};

void WaylandInput::forget() {
  held_.reset();
  devices_.reset();
}

void WaylandInput::run(const Act& act, const Work& work) {
  run_(act.deadline, [&](const Desk& desk) {
    if (!devices_) {
      keymap_ = Keymap();
      devices_ = std::make_unique<VirtualDevices>(desk.connection, act.deadline);
      devices_->keymap(keymap_.text());
      desk.connection.round_trip(act.deadline);
      if (!devices_->joined_others()) std::this_thread::sleep_for(kNewDevices);
    }
    Session session(desk, *devices_, keymap_, act);
    try {
      work(session);
      session.finish();
    } catch (const Error&) {
      devices_->release();
      ::wl_display_flush(desk.connection.display());
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
    const Modifiers modifiers = modifiers_of(click.modifiers);
    session.aim(click.place);
    session.hold_modifiers(modifiers);
    for (int i = 0; i < click.count; ++i) session.click(click.button);
    session.release_modifiers(modifiers);
  });
}

void WaylandInput::drag(const Drag& drag, const Act& act) {
  check_drag(drag);
  run(act, [&](Session& session) {
    const Modifiers modifiers = modifiers_of(drag.modifiers);
    const Point from = session.resolve(drag.from);
    const Point to = session.resolve(drag.to);
    session.aim(drag.from);
    session.hold_modifiers(modifiers);
    session.devices.button(drag.button, true);
    for (int step = 1; step <= kSteps; ++step) {
      session.wait_for(kStep);
      session.move_to(
          {from.x + (to.x - from.x) * step / kSteps, from.y + (to.y - from.y) * step / kSteps});
    }
    session.wait_for(kRest);
    session.devices.button(drag.button, false);
    session.release_modifiers(modifiers);
  });
}

void WaylandInput::scroll(const Scroll& scroll, const Act& act) {
  check_scroll(scroll);
  run(act, [&](Session& session) {
    const Modifiers modifiers = modifiers_of(scroll.modifiers);
    session.aim(scroll.place);
    session.hold_modifiers(modifiers);
    if (scroll.down != 0) session.devices.turn(0, scroll.down);
    if (scroll.right != 0) session.devices.turn(scroll.right, 0);
    session.release_modifiers(modifiers);
  });
}

void WaylandInput::type(const std::string& text, const Act& act) {
  std::vector<std::uint32_t> symbols;
  for (const char32_t character : typed_characters(text)) symbols.push_back(symbol_of(character));
  run(act, [&](Session& session) {
    std::int64_t typed = 0;
    for (std::size_t next = 0; next < symbols.size();) {
      const auto rest = symbols.begin() + static_cast<std::ptrdiff_t>(next);
      const std::size_t count = session.prepare({rest, symbols.end()});
      session.type({rest, rest + static_cast<std::ptrdiff_t>(count)}, typed);
      next += count;
    }
  });
}

void WaylandInput::press(const Hotkey& key, int count, const Act& act) {
  check_press(key, count);
  run(act, [&](Session& session) {
    const Modifiers modifiers = modifiers_of(key.modifiers);
    for (int i = 0; i < count; ++i) {
      session.check();
      const Stroke stroke = session.stroke_of(key.symbol);
      session.guard.check_focus(i);
      session.hold_modifiers(modifiers);
      session.press(stroke, modifiers.bits);
      session.release_modifiers(modifiers);
      session.finish();
    }
  });
}

void WaylandInput::hold(const Hotkey& key, milliseconds time, const Act& act) {
  check_hold(key, time);
  run(act, [&](Session& session) {
    const Modifiers modifiers = modifiers_of(key.modifiers);
    const Stroke stroke = session.stroke_of(key.symbol);
    session.guard.check_focus(0);
    session.hold_modifiers(modifiers);
    if (stroke.shift) session.devices.modifiers(modifiers.bits | kShiftBit);
    session.devices.key(stroke.key, true);
    const Deadline end = Clock::now() + time;
    while (Clock::now() < end) {
      session.wait_for(std::min(kPoll, std::chrono::ceil<milliseconds>(end - Clock::now())));
      session.guard.check_focus(1);
    }
    session.devices.key(stroke.key, false);
    session.release_modifiers(modifiers);
  });
}

void WaylandInput::press_button(Button button, const Point& place, const Act& act) {
  check_button(button);
  run(act, [&](Session& session) {
    held_.reset();
    session.aim(place);
    held_ = std::make_unique<HeldButton>(session.devices, session.connection(), button,
                                         act.check_later);
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
  run_(deadline, [&](const Desk& desk) {
    if (!devices_) return;
    held_.reset();
    devices_->release();
    desk.connection.round_trip(deadline);
  });
}

}  // namespace native::wayland
