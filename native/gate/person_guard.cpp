#include "native/gate/person_guard.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace native {
namespace {

constexpr std::chrono::milliseconds kPause{10};

Error interrupted() {
  return Error("INTERRUPTED", "a person uses the keyboard or the pointer",
               "Wait until it is quiet, look at what is there now, and try again.",
               {{"reason", "person"}});
}

// Returns whether the display can be watched. One that cannot has no person.
bool listens(PersonWatch& watch) {
  try {
    watch.next(std::chrono::steady_clock::now());
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

PersonGuard::PersonGuard(PersonSettings settings, std::chrono::milliseconds linger)
    : settings_(std::move(settings)), linger_(linger) {}

PersonGuard::~PersonGuard() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (watch_) watch_->stop();
  }
  if (thread_.joinable()) thread_.join();
}

// Returns whether there was no act for so long that nobody need watch.
bool PersonGuard::ended() {
  const std::lock_guard lock(mutex_);
  if (!stopping_ && Clock::now() < last_act_ + linger_) return false;
  running_ = false;
  watch_.reset();
  return true;
}

void PersonGuard::give_up() {
  const std::lock_guard lock(mutex_);
  running_ = false;
  watch_.reset();
}

void PersonGuard::run(std::shared_ptr<PersonWatch> watch) {
  bool failed = false;
  while (!ended()) {
    PersonWatch::Seen seen = PersonWatch::Seen::kNothing;
    Deadline until;
    {
      const std::lock_guard lock(mutex_);
      until = last_act_ + linger_;
    }
    try {
      seen = watch->next(until);
      failed = false;
    } catch (const Error&) {
      // A display that still cannot be watched has no person; the next act tries again.
      if (std::exchange(failed, true)) return give_up();
      // Nobody knows what was missed.
      seen = PersonWatch::Seen::kInput;
    }
    if (seen == PersonWatch::Seen::kNothing) continue;
    if (seen == PersonWatch::Seen::kStopKeys && settings_.stop) settings_.stop();
    const std::lock_guard lock(mutex_);
    last_seen_ = Clock::now();
    changed_.notify_all();
  }
}

void PersonGuard::begin(Desktop& desktop, Deadline deadline, const std::function<void()>& asked) {
  if (settings_.mode == PersonSettings::Mode::kIgnore && !settings_.stop_keys) return;
  {
    std::unique_lock lock(mutex_);
    last_act_ = Clock::now();
    if (!running_) {
      lock.unlock();
      if (thread_.joinable()) thread_.join();
      std::shared_ptr<PersonWatch> watch =
          desktop.watch_person(settings_.stop_keys.value_or(Hotkey()));
      // Connects here, so that nothing is missed from the first moment of the act.
      const bool watches = listens(*watch);
      lock.lock();
      if (!watches) return;
      watch_ = watch;
      running_ = true;
      thread_ = std::thread([this, watch] { run(watch); });
    }
  }
  if (settings_.mode != PersonSettings::Mode::kIgnore) wait_for_quiet(deadline, asked);
  const std::lock_guard lock(mutex_);
  began_ = Clock::now();
}

void PersonGuard::wait_for_quiet(Deadline deadline, const std::function<void()>& asked) {
  std::unique_lock lock(mutex_);
  while (last_seen_ && Clock::now() < *last_seen_ + kQuiet) {
    if (Clock::now() >= deadline) throw interrupted();
    // Uses system_clock, because this compiler's thread sanitizer does not know waits on
    // steady_clock.
    changed_.wait_until(lock, std::chrono::system_clock::now() + kPause);
    lock.unlock();
    if (asked) asked();
    lock.lock();
  }
}

void PersonGuard::check(Deadline deadline, const std::function<void()>& asked) {
  if (settings_.mode == PersonSettings::Mode::kIgnore) return;
  {
    const std::lock_guard lock(mutex_);
    last_act_ = Clock::now();
    if (!last_seen_ || *last_seen_ < began_) return;
  }
  if (settings_.mode == PersonSettings::Mode::kStop) throw interrupted();
  wait_for_quiet(deadline, asked);
  const std::lock_guard lock(mutex_);
  began_ = Clock::now();
}

}  // namespace native
