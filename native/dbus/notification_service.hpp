#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "native/dbus/bus.hpp"
#include "native/desktop/notifications.hpp"

namespace native::dbus {

// What a notification service can do.
struct NotificationFeatures {
  bool buttons = false;
  bool text = false;    // shows more than titles
  bool markup = false;  // reads the text as markup
  bool sound = false;   // plays sounds
};

// A message that is shown.
struct ShownNotification {
  std::uint32_t id = 0;
  std::string service;  // the unique name on the bus of what shows it
};

// Calls of org.freedesktop.Notifications on one connection. One thread at a time.
class NotificationClient {
 public:
  explicit NotificationClient(Bus& bus) : bus_(bus) {}

  // Return nothing when there is no service, or it does not answer.
  std::optional<NotificationFeatures> features(bool starts_service, Deadline deadline);
  std::optional<std::string> name(Deadline deadline);
  // Returns whether the bus would start the service when it is needed.
  bool can_start(Deadline deadline);
  // Shows a message; with buttons it stays until it is answered.
  std::optional<ShownNotification> show(const Notification& message,
                                        const NotificationFeatures& features, bool buttons,
                                        Deadline deadline);
  // Shows a message that stays in the list of the service.
  std::optional<ShownNotification> show(const SentMessage& message,
                                        const NotificationFeatures& features, Deadline deadline);
  // Has the signals of the service delivered, for answer().
  bool listen(Deadline deadline);
  // Returns the answer that a signal brings, nothing when it is about something else. Signals of
  // other programs are no answers, whatever they say.
  static std::optional<Confirmation> answer(Reply& signal, const ShownNotification& shown);
  // Returns whether the service answered.
  bool close(std::uint32_t id, Deadline deadline);

 private:
  Bus& bus_;
};

}  // namespace native::dbus
