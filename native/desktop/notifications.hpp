#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/records.hpp"

// The seam for telling and asking the person at the desktop.
namespace native {

// A message to the person. Plain UTF-8 without control characters: no part of it is markup.
struct Notification {
  std::string title;
  std::string text;
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
  // Returns what would show messages. Starts nothing.
  virtual NotificationService service(Deadline deadline) = 0;
};

// Opens what this machine offers. Never fails and connects to nothing.
std::unique_ptr<Notifications> open_notifications();

}  // namespace native
