#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/notifications.hpp"

namespace native {

// Notifications in memory, with a person who answers as told. Any thread.
class FakeNotifications : public Notifications {
 public:
  enum class Buttons { kThere, kMissing };
  explicit FakeNotifications(Buttons buttons = Buttons::kThere) : buttons_(buttons) {}

  void show(const Notification& message) override;
  Confirmation ask(const Notification& question, Deadline deadline,
                   const std::function<void()>& check) override;
  SentNotification send(const SentMessage& message, Deadline deadline) override;
  void withdraw(std::uint32_t id, bool any, Deadline deadline) override;
  NotificationService service(Deadline deadline) override;

  // Answers the question that is open.
  void answer(Confirmation answer);
  // Waits until a question is open.
  void wait_for_question();
  bool is_open() const;
  // Returns what was sent and not taken away, by number.
  std::map<std::uint32_t, SentMessage> sent() const;
  // Returns all that was shown or asked.
  std::vector<Notification> shown() const;

 private:
  const Buttons buttons_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Notification> shown_;
  std::map<std::uint32_t, SentMessage> sent_;
  std::uint32_t last_id_ = 0;
  bool open_ = false;
  std::optional<Confirmation> answer_;
};

}  // namespace native
