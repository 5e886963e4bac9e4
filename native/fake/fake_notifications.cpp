#include "native/fake/fake_notifications.hpp"

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
