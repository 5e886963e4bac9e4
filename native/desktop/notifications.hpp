#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "native/desktop/records.hpp"

// The seam for telling and asking the person at the desktop.
namespace native {

// A message to the person. Plain UTF-8 without control characters: no part of it is markup.
struct Notification {
  std::string title;
  std::string text;
};

// What somebody wants the person to read. Plain UTF-8: no part of it is markup.
struct SentMessage {
  std::string title;
  std::string text;
  std::string subtitle = {};       // the first line of the text; "" for none
  std::optional<bool> sound = {};  // nothing: as the service does by itself
};

// How a message was delivered.
struct SentNotification {
  std::uint32_t id = 0;    // of the service that shows it
  std::string service;     // its name and version; "" when it does not tell
  bool has_sound = false;  // the service plays sounds
  bool has_text = false;   // it shows more than titles
};

// Whether a person allowed an act.
enum class Confirmation {
  kAllowed,
  kRefused,     // the other button, or the message was closed
  kUnanswered,  // until the deadline
  kCannotAsk,   // nothing shows messages with buttons here, or it is gone
};

// What shows messages on this desktop.
struct NotificationService {
  bool available = false;
  bool has_buttons = false;
  std::string detail;  // its name, or why there is none
};

// Shows messages to the person. Any thread; connects at first need, and never before.
class Notifications {
 public:
  virtual ~Notifications() = default;
  // Shows a message for some seconds. Returns at once; where nothing shows messages, it is lost.
  virtual void show(const Notification& message) = 0;
  // Asks with two buttons, and takes the message away at the end. `check` is called every few
  // milliseconds; what it throws ends the question.
  virtual Confirmation ask(const Notification& question, Deadline deadline,
                           const std::function<void()>& check) = 0;
  // Has a message shown that stays in the service's list. "PROVIDER_UNAVAILABLE" when nothing shows
  // messages here, or it does not answer within kPatience.
  static constexpr std::chrono::milliseconds kPatience{2500};
  virtual SentNotification send(const SentMessage& message, Deadline deadline) = 0;
  // Takes a message away. `any`: also one that this object has not sent. "INVALID_ARGUMENT" for a
  // message of others, and for one whose service is gone.
  virtual void withdraw(std::uint32_t id, bool any, Deadline deadline) = 0;
  // Returns what would show messages. Starts nothing.
  virtual NotificationService service(Deadline deadline) = 0;
};

// Opens what this machine offers. Never fails and connects to nothing.
std::unique_ptr<Notifications> open_notifications();

}  // namespace native
