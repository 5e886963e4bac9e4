#include "native/fake/fake_person_watch.hpp"

namespace native {

FakePersonWatch::FakePersonWatch(FakeDesktop& desktop) : desktop_(desktop) {
  const std::lock_guard lock(desktop_.mutex_);
  seen_ = desktop_.person_.size();
}

PersonWatch::Seen FakePersonWatch::next(Deadline deadline) {
  std::unique_lock lock(desktop_.mutex_);
  const auto more = [&] { return stopped_ || seen_ < desktop_.person_.size(); };
  if (!desktop_.changed_.wait_until(lock, deadline, more) || stopped_) return Seen::kNothing;
  const std::optional<Seen> seen = desktop_.person_[seen_++];
  if (!seen) throw Error("DISPLAY_UNAVAILABLE", "the display was lost", {}, {{"reason", "lost"}});
  return *seen;
}

void FakePersonWatch::stop() {
  const std::lock_guard lock(desktop_.mutex_);
  stopped_ = true;
  desktop_.changed_.notify_all();
}

std::unique_ptr<PersonWatch> FakeDesktop::watch_person(const Hotkey&) {
  return std::make_unique<FakePersonWatch>(*this);
}

void FakeDesktop::act_as_person(PersonWatch::Seen seen) {
  const std::lock_guard lock(mutex_);
  person_.push_back(seen);
  changed_.notify_all();
}

void FakeDesktop::lose_person() {
  const std::lock_guard lock(mutex_);
  person_.push_back(std::nullopt);
  changed_.notify_all();
}

}  // namespace native
