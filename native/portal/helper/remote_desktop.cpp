#include "native/portal/helper/remote_desktop.hpp"

#include <utility>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::uint32_t kVersionWithTokens = 2;
constexpr std::uint32_t kKeysAndPointer = 1 | 2;
// Not the backend of the portal, which other desktops may start for what theirs lacks.
constexpr const char* kKwin = "org.kde.KWin";
constexpr int kNotch = 15;  // the way of a wheel by one notch, as libinput counts
// How long the portal may take for what needs no person.
constexpr std::chrono::seconds kSelectPatience{5};

bool holds(const SharedScreen& screen, int x, int y) {
  if (!screen.place || !screen.size) return false;
  const auto& [left, top] = *screen.place;
  const auto& [width, height] = *screen.size;
  return x >= left && y >= top && x - left < width && y - top < height;
}

}  // namespace

RemoteDesktop::RemoteDesktop(const std::string& bus, Deadline deadline)
    : session_(bus, "no remote desktop", deadline) {
  remembers_ = session_.property(kRemoteDesktop, "version", deadline) >= kVersionWithTokens;
  const std::uint32_t devices = session_.property(kRemoteDesktop, "AvailableDeviceTypes", deadline);
  if ((devices & kKeysAndPointer) != kKeysAndPointer) throw Refusal("no remote desktop");
  // Plasma 5.27 and 6.7 take a notch for a fifteenth of one.
  takes_notches_ = !session_.is_owned(kKwin, deadline);
}

bool RemoteDesktop::may_know(const std::string& token, Deadline deadline) {
  return session_.may_know("remote-desktop", token, deadline);
}

std::string RemoteDesktop::start(const std::string& token, const Wish& wish) {
  session_.create(kRemoteDesktop, wish.deadline);
  const auto devices = [&](sd_bus_message* message) {
    add_number(message, "types", kKeysAndPointer);
    if (!remembers_) return;
    add_number(message, "persist_mode", kUntilRevoked);
    if (!token.empty()) add_text(message, "restore_token", token);
  };
  session_.request(kRemoteDesktop, "SelectDevices", devices,
                   {.deadline = wish.deadline, .patience = kSelectPatience});
  // Places of the pointer are those of a monitor.
  session_.select_monitors([](sd_bus_message*) {}, wish.deadline);
  Results started = session_.start(kRemoteDesktop, wish);
  if ((started.devices & kKeysAndPointer) != kKeysAndPointer) throw Refusal("not allowed");
  screens_ = std::move(started.screens);
  if (screens_.empty()) throw Refusal("not shared");
  return started.token;
}

const SharedScreen& RemoteDesktop::screen_at(int x, int y, bool only) const {
  bool all_are_placed = true;
  for (const SharedScreen& each : screens_) {
    if (holds(each, x, y)) return each;
    all_are_placed = all_are_placed && each.place && each.size;
  }
  if (all_are_placed) throw Refusal("not shared");
  // KDE's of Plasma 5.27 tells no places, and with several screens takes the last one for each.
  if (only && screens_.size() == 1) return screens_.front();
  throw Refusal("places unknown");
}

void RemoteDesktop::move(int x, int y, bool only, Deadline deadline) {
  const SharedScreen& screen = screen_at(x, y, only);
  const std::pair<int, int> place = screen.place.value_or(std::pair(0, 0));
  const auto arguments = [&](sd_bus_message* message) {
    const double right = x - place.first, down = y - place.second;
    check(::sd_bus_message_append(message, "udd", screen.node, right, down));
  };
  session_.call(kRemoteDesktop, "NotifyPointerMotionAbsolute", arguments, deadline);
}

void RemoteDesktop::turn(int axis, int notches, Deadline deadline) {
  const auto steps = [&](sd_bus_message* message) {
    const int steps_of_notch = takes_notches_ ? 1 : kNotch;
    check(::sd_bus_message_append(message, "ui", static_cast<std::uint32_t>(axis),
                                  steps_of_notch * notches));
  };
  session_.call(kRemoteDesktop, "NotifyPointerAxisDiscrete", steps, deadline);
}

void RemoteDesktop::notify(const InputEvent& event, bool only, Deadline deadline) {
  const auto signed_pair = [&](sd_bus_message* message) {
    check(::sd_bus_message_append(message, "iu", event.first,
                                  static_cast<std::uint32_t>(event.second)));
  };
  const auto nowhere = [](sd_bus_message* message) {
    check(::sd_bus_message_append(message, "dd", 0.0, 0.0));
  };
  switch (event.kind) {
    case InputEvent::Kind::kMove:
      return move(event.first, event.second, only, deadline);
    case InputEvent::Kind::kButton:
      session_.call(kRemoteDesktop, "NotifyPointerButton", signed_pair, deadline);
      return;
    case InputEvent::Kind::kTurn:
      return turn(event.first, event.second, deadline);
    case InputEvent::Kind::kSymbol:
      session_.call(kRemoteDesktop, "NotifyKeyboardKeysym", signed_pair, deadline);
      return;
    case InputEvent::Kind::kTouch:
      session_.call(kRemoteDesktop, "NotifyPointerMotion", nowhere, deadline);
      return;
  }
}

}  // namespace native::portal
