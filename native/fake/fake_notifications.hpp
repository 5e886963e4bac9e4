#pragma once

#include <condition_variable>
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
  NotificationService service(Deadline deadline) override;

  // Answers the question that is open.
  void answer(Confirmation answer);
  // Waits until a question is open.
  void wait_for_question();
  bool is_open() const;
  // Returns all that was shown or asked.
  std::vector<Notification> shown() const;

 private:
  const Buttons buttons_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Notification> shown_;
  bool open_ = false;
  std::optional<Confirmation> answer_;
};

}  // namespace native
