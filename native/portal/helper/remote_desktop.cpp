#include "native/portal/helper/remote_desktop.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#ifdef PEEKABOO_LIBEI
#include "native/portal/helper/eis/eis_devices.hpp"
#endif
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::uint32_t kVersionWithTokens = 2;
constexpr std::uint32_t kVersionWithEis = 2;
constexpr std::uint32_t kKeysAndPointer = 1 | 2;
// Not the backend of the portal, which other desktops may start for what theirs lacks.
constexpr const char* kKwin = "org.kde.KWin";
constexpr int kNotch = 15;  // the way of a wheel by one notch, as libinput counts
// How long the portal may take for what needs no person.
constexpr std::chrono::seconds kSelectPatience{5};
// How long the compositor may take to name its devices.
constexpr std::chrono::seconds kEisPatience{1};

bool holds(const SharedScreen& screen, int x, int y) {
  if (!screen.place || !screen.size) return false;
  const auto& [left, top] = *screen.place;
  const auto& [width, height] = *screen.size;
  return x >= left && y >= top && x - left < width && y - top < height;
}

#ifdef PEEKABOO_LIBEI
constexpr bool kHasEis = true;
std::unique_ptr<InputDevices> open_devices(OwnedFile socket, Deadline deadline) {
  return std::make_unique<EisDevices>(std::move(socket), deadline);
}
#else
constexpr bool kHasEis = false;
std::unique_ptr<InputDevices> open_devices(OwnedFile, Deadline) { return nullptr; }
#endif

}  // namespace

RemoteDesktop::RemoteDesktop(const std::string& bus, Deadline deadline)
    : session_(bus, "no remote desktop", deadline) {
  const std::uint32_t version = session_.property(kRemoteDesktop, "version", deadline);
  remembers_ = version >= kVersionWithTokens;
  has_eis_ = version >= kVersionWithEis;
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

bool RemoteDesktop::connect_devices(Deadline deadline) {
  if (!kHasEis || !has_eis_) return true;
  BusMessage answer;
  try {
    answer = session_.call(kRemoteDesktop, "ConnectToEIS", [](sd_bus_message*) {}, deadline);
  } catch (const Refusal& refusal) {
    if (refusal.reason() == "no answer" || refusal.reason() == "no bus") throw;
    return true;  // the portal's backend has none, and its calls go on
  }
  int file = -1;
  check(::sd_bus_message_read(answer.get(), "h", &file));
  OwnedFile copy(::fcntl(file, F_DUPFD_CLOEXEC, 3));  // the message owns the other
  if (copy.get() < 0) throw Refusal("bad answer");
  try {
    devices_ = open_devices(std::move(copy), std::min(deadline, Clock::now() + kEisPatience));
  } catch (const Refusal&) {
    return false;
  }
  return devices_->tells_layout();
}

void RemoteDesktop::send(const InputEvent& event, bool only, Deadline deadline) {
  const bool has_place = event.kind == InputEvent::Kind::kMove;
  devices_->send(event, has_place ? screen_at(event.first, event.second, only).mapping : "",
                 deadline);
}

void RemoteDesktop::finish(Deadline deadline) {
  if (devices_) devices_->finish(deadline);
}

std::optional<std::uint32_t> RemoteDesktop::find_missing(const std::vector<std::uint32_t>& symbols,
                                                         Deadline deadline) {
  return devices_->find_missing(symbols, deadline);
}

bool RemoteDesktop::take_in() {
  return session_.take_in() && !session_.has_crashed() && (!devices_ || devices_->take_in());
}

void RemoteDesktop::notify(const InputEvent& event, bool only, Deadline deadline) {
  if (devices_) return send(event, only, deadline);
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
