#include "native/wayland/input/portal_devices.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "native/wayland/input/button_codes.hpp"
#include "native/wayland/input/seat.hpp"

namespace native::wayland {
namespace {

using portal::InputEvent;
using std::chrono::milliseconds;

constexpr int kShiftSymbol = 0xFFE1;
constexpr std::pair<std::uint32_t, int> kModifierSymbols[] = {{Hotkey::kSuper, 0xFFEB},
                                                              {Hotkey::kControl, 0xFFE3},
                                                              {Hotkey::kAlt, 0xFFE9},
                                                              {Hotkey::kShift, kShiftSymbol}};
constexpr milliseconds kJoinPatience{2000};
constexpr milliseconds kBetweenLooks{10};
constexpr std::chrono::seconds kReleasePatience{2};

std::string text_of(std::uint32_t symbol) {
  constexpr std::uint32_t kUnicode = 0x01000000;
  const std::uint32_t code = symbol >= kUnicode ? symbol - kUnicode : symbol;
  char text[16];
  std::snprintf(text, sizeof text, symbol < 0xFE00 || symbol >= kUnicode ? "U+%04X" : "keysym %X",
                code);
  return text;
}

Error no_key(std::uint32_t symbol) {
  return Error(
      "UNSUPPORTED", "keyboard layout of this desktop has no key for " + text_of(symbol),
      "Copy it and paste it (`set_clipboard`, then Ctrl+V), or have a layout chosen that has "
      "it; nothing was typed.",
      {{"reason", "not on the keyboard"}, {"character", text_of(symbol)}});
}

}  // namespace

PortalDevices::PortalDevices(std::unique_ptr<portal::InputLink> link, Connection& connection,
                             Deadline deadline)
    : link_(std::move(link)), connection_(connection) {
  join(deadline);
}

PortalDevices::~PortalDevices() = default;

void PortalDevices::join(Deadline deadline) {
  SeatState seat = read_seat(connection_, deadline);
  if (seat.pointer && seat.keyboard) return;
  // The compositor makes them at the first use, and what is sent before programs have taken them is
  // lost. Neither of these is seen: the pointer stays where it is, and no program has a keyboard.
  link_->send({{InputEvent::Kind::kTouch, 0, 0},
               {InputEvent::Kind::kSymbol, kShiftSymbol, 1},
               {InputEvent::Kind::kSymbol, kShiftSymbol, 0}},
              false, deadline);
  const Deadline end = std::min(deadline, Deadline::clock::now() + kJoinPatience);
  while (!(seat.pointer && seat.keyboard) && Deadline::clock::now() < end) {
    std::this_thread::sleep_for(kBetweenLooks);
    seat = read_seat(connection_, deadline);
  }
  are_new_ = true;
}

void PortalDevices::add(const InputEvent& event) {
  kept_.push_back(event);
  if (event.second == 1 && event.kind == InputEvent::Kind::kSymbol) keys_.insert(event.first);
  if (event.second == 0 && event.kind == InputEvent::Kind::kSymbol) keys_.erase(event.first);
}

void PortalDevices::move(const Point& to, const std::vector<Rect>& screens) {
  const std::lock_guard lock(mutex_);
  only_screen_ = screens.size() == 1;
  add({InputEvent::Kind::kMove, to.x, to.y});
}

void PortalDevices::button(Button button, bool down) {
  const std::lock_guard lock(mutex_);
  if (down)
    buttons_.insert(button);
  else
    buttons_.erase(button);
  add({InputEvent::Kind::kButton, static_cast<int>(code_of(button)), down ? 1 : 0});
}

bool PortalDevices::is_down(Button button) const {
  const std::lock_guard lock(mutex_);
  return buttons_.contains(button);
}

void PortalDevices::turn(int right, int down) {
  const std::lock_guard lock(mutex_);
  const int axis = right != 0 ? 1 : 0;
  const int step = right + down > 0 ? 1 : -1;
  // One by one: some programs take several notches for one.
  for (int left = std::abs(right + down); left > 0; --left)
    add({InputEvent::Kind::kTurn, axis, step});
}

std::size_t PortalDevices::prepare(const std::vector<std::uint32_t>& symbols, Deadline deadline) {
  const std::optional<std::uint32_t> missing = link_->find_missing(symbols, deadline);
  helper_finds_keys_ = missing.has_value();
  if (missing && *missing != 0) throw no_key(*missing);
  if (missing) return symbols.size();
  const SeatState seat = read_seat(connection_, deadline);
  symbols_ = LayoutSymbols(seat.keymap);
  if (symbols_.empty())
    throw Error("UNSUPPORTED", "compositor does not tell which keys its keyboard has",
                "Attach a keyboard, or use an X11 session.", {{"reason", "keyboard unknown"}});
  for (const std::uint32_t symbol : symbols)
    if (!symbols_.find(symbol)) throw no_key(symbol);
  return symbols.size();
}

void PortalDevices::symbol(std::uint32_t symbol, bool down) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t named = helper_finds_keys_ ? symbol : symbols_.find(symbol).value();
  add({InputEvent::Kind::kSymbol, static_cast<int>(named), down ? 1 : 0});
}

void PortalDevices::modifiers(std::uint32_t modifiers, bool down) {
  std::vector<int> symbols;
  for (const auto& [modifier, symbol] : kModifierSymbols)
    if ((modifiers & modifier) != 0) symbols.push_back(symbol);
  if (!down) std::reverse(symbols.begin(), symbols.end());
  const std::lock_guard lock(mutex_);
  for (const int symbol : symbols) add({InputEvent::Kind::kSymbol, symbol, down ? 1 : 0});
}

std::optional<Error> PortalDevices::send(Deadline deadline) {
  const std::lock_guard lock(mutex_);
  if (failure_) return std::exchange(failure_, std::nullopt);
  const std::vector<InputEvent> events = std::exchange(kept_, {});
  if (events.empty()) return std::nullopt;
  try {
    link_->send(events, only_screen_, deadline);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

void PortalDevices::release() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
  failure_.reset();
  for (const int symbol : std::set<int>(keys_)) add({InputEvent::Kind::kSymbol, symbol, 0});
  for (const Button each : std::exchange(buttons_, {}))
    add({InputEvent::Kind::kButton, static_cast<int>(code_of(each)), 0});
}

void PortalDevices::flush() {
  std::optional<Error> failure = send(Deadline::clock::now() + kReleasePatience);
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
}

void PortalDevices::finish(Deadline deadline) {
  if (const std::optional<Error> failure = send(deadline)) throw *failure;
}

}  // namespace native::wayland
