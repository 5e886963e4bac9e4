#include "native/dbus/notification_service.hpp"

#include <vector>

namespace native::dbus {
namespace {

constexpr const char* kService = "org.freedesktop.Notifications";
constexpr const char* kPath = "/org/freedesktop/Notifications";
constexpr const char* kBus = "org.freedesktop.DBus";
constexpr const char* kBusPath = "/org/freedesktop/DBus";
constexpr std::size_t kMaxCapabilities = 64;
constexpr std::size_t kMaxName = 100;  // bytes
constexpr std::uint8_t kNormal = 1;    // values of the hint "urgency"
constexpr std::uint8_t kCritical = 2;
constexpr std::int32_t kNever = 0;  // expires
constexpr std::int32_t kByService = -1;

Method method(const char* name, std::vector<Argument> arguments = {}) {
  return {kService, kPath, kService, name, std::move(arguments), true};
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::vector<std::string> texts_of(Reply& reply, std::size_t most) {
  std::vector<std::string> texts;
  if (!reply || !reply.enter('a', "s")) return texts;
  std::string text;
  while (texts.size() < most && reply.read(&text, 's', kMaxName)) texts.push_back(text);
  return texts;
}

}  // namespace

std::optional<NotificationFeatures> NotificationClient::features(bool starts_service,
                                                                 Deadline deadline) {
  Method asking = method("GetCapabilities");
  asking.starts_service = starts_service;
  Reply reply = bus_.call(asking, deadline);
  if (!reply) return std::nullopt;
  NotificationFeatures result;
  for (const std::string& each : texts_of(reply, kMaxCapabilities)) {
    result.buttons |= each == "actions";
    result.text |= each == "body";
    result.markup |= each == "body-markup";
    result.sound |= each == "sound";
  }
  return result;
}

std::optional<std::string> NotificationClient::name(Deadline deadline) {
  Method asking = method("GetServerInformation");
  asking.starts_service = false;
  Reply reply = bus_.call(asking, deadline);
  std::string name, vendor, version;
  if (!reply || !reply.read(&name, 's', kMaxName) || !reply.read(&vendor, 's', kMaxName) ||
      !reply.read(&version, 's', kMaxName))
    return std::nullopt;
  return name + " " + version;
}

bool NotificationClient::can_start(Deadline deadline) {
  constexpr std::size_t kMaxNames = 4096;
  Reply reply = bus_.call({kBus, kBusPath, kBus, "ListActivatableNames"}, deadline);
  for (const std::string& each : texts_of(reply, kMaxNames))
    if (each == kService) return true;
  return false;
}

std::optional<ShownNotification> NotificationClient::show(const Notification& message,
                                                          const NotificationFeatures& features,
                                                          bool buttons, Deadline deadline) {
  std::string title = message.title;
  if (!features.text) title += ": " + message.text;
  const Texts actions = buttons ? Texts{{"allow", "Allow", "refuse", "Refuse"}} : Texts{};
  const Hints hints{buttons ? kCritical : kNormal, !buttons};
  Reply reply = bus_.call(method("Notify", {"Peekaboo", std::uint32_t{0}, "", title,
                                            features.markup ? escaped(message.text) : message.text,
                                            actions, hints, buttons ? kNever : kByService}),
                          deadline);
  ShownNotification shown;
  if (!reply || !reply.read(&shown.id)) return std::nullopt;
  shown.service = reply.sender();
  return shown;
}

std::optional<ShownNotification> NotificationClient::show(const SentMessage& message,
                                                          const NotificationFeatures& features,
                                                          Deadline deadline) {
  std::string text = message.text;
  if (!message.subtitle.empty()) text = message.subtitle + "\n" + text;
  std::string title = message.title;
  if (!features.text) title += ": " + text;
  const Hints hints{kNormal, false, message.sound};
  Reply reply = bus_.call(
      method("Notify", {"Peekaboo", std::uint32_t{0}, "", title,
                        features.markup ? escaped(text) : text, Texts{}, hints, kByService}),
      deadline);
  ShownNotification shown;
  if (!reply || !reply.read(&shown.id)) return std::nullopt;
  shown.service = reply.sender();
  return shown;
}

bool NotificationClient::listen(Deadline deadline) {
  const auto add = [&](const std::string& rule) {
    return static_cast<bool>(bus_.call({kBus, kBusPath, kBus, "AddMatch", {rule}}, deadline));
  };
  return add(std::string("type='signal',sender='") + kService + "',path='" + kPath + "'") &&
         add(std::string("type='signal',sender='") + kBus + "',member='NameOwnerChanged',arg0='" +
             kService + "'");
}

std::optional<Confirmation> NotificationClient::answer(Reply& signal,
                                                       const ShownNotification& shown) {
  if (signal.is_signal(kBus, "NameOwnerChanged") && signal.sender() == kBus) {
    std::string name, before;
    const bool whole = signal.read(&name) && signal.read(&before);
    if (whole && name == kService && before == shown.service) return Confirmation::kCannotAsk;
    return std::nullopt;
  }
  if (signal.sender() != shown.service) return std::nullopt;
  std::uint32_t id = 0;
  if (signal.is_signal(kService, "NotificationClosed"))
    return signal.read(&id) && id == shown.id ? std::optional(Confirmation::kRefused)
                                              : std::nullopt;
  if (!signal.is_signal(kService, "ActionInvoked")) return std::nullopt;
  std::string action;
  if (!signal.read(&id) || id != shown.id || !signal.read(&action)) return std::nullopt;
  return action == "allow" ? Confirmation::kAllowed : Confirmation::kRefused;
}

bool NotificationClient::close(std::uint32_t id, Deadline deadline) {
  Method closing = method("CloseNotification", {id});
  closing.starts_service = false;
  return static_cast<bool>(bus_.call(closing, deadline));
}

}  // namespace native::dbus
