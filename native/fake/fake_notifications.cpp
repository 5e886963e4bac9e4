#include "native/fake/fake_notifications.hpp"

#include "native/desktop/error.hpp"

namespace native {
namespace {

constexpr std::chrono::milliseconds kSlice{2};

}  // namespace

void FakeNotifications::show(const Notification& message) {
  const std::lock_guard lock(mutex_);
  shown_.push_back(message);
}

Confirmation FakeNotifications::ask(const Notification& question, Deadline deadline,
                                    const std::function<void()>& check) {
  if (buttons_ == Buttons::kMissing) return Confirmation::kCannotAsk;
  std::unique_lock lock(mutex_);
  shown_.push_back(question);
  open_ = true;
  answer_.reset();
  changed_.notify_all();
  const struct Closing {
    bool& open;
    ~Closing() { open = false; }
  } closing{open_};
  while (!answer_ && std::chrono::steady_clock::now() < deadline) {
    lock.unlock();
    try {
      if (check) check();
    } catch (...) {
      lock.lock();
      throw;
    }
    lock.lock();
    changed_.wait_until(lock, std::chrono::system_clock::now() + kSlice);
  }
  return answer_.value_or(Confirmation::kUnanswered);
}

SentNotification FakeNotifications::send(const SentMessage& message, Deadline) {
  const std::lock_guard lock(mutex_);
  sent_[++last_id_] = message;
  return {last_id_, "fake 1.0", false, true};
}

void FakeNotifications::withdraw(std::uint32_t id, bool any, Deadline) {
  const std::lock_guard lock(mutex_);
  if (sent_.erase(id) == 0 && !any)
    throw Error("INVALID_ARGUMENT", "notification " + std::to_string(id) + " was not sent here");
}

std::map<std::uint32_t, SentMessage> FakeNotifications::sent() const {
  const std::lock_guard lock(mutex_);
  return sent_;
}

NotificationService FakeNotifications::service(Deadline) {
  return {true, buttons_ == Buttons::kThere, "fake"};
}

void FakeNotifications::answer(Confirmation answer) {
  const std::lock_guard lock(mutex_);
  answer_ = answer;
  changed_.notify_all();
}

void FakeNotifications::wait_for_question() {
  std::unique_lock lock(mutex_);
  while (!open_) changed_.wait_until(lock, std::chrono::system_clock::now() + kSlice);
}

bool FakeNotifications::is_open() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

std::vector<Notification> FakeNotifications::shown() const {
  const std::lock_guard lock(mutex_);
  return shown_;
}

}  // namespace native
