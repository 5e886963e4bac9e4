#include "native/fake/fake_events.hpp"

#include <algorithm>
#include <iterator>

namespace native {

std::unique_ptr<Events> FakeDesktop::listen() { return std::make_unique<FakeEvents>(*this); }

void FakeDesktop::press(const Hotkey& hotkey) {
  const std::lock_guard lock(mutex_);
  pressed_.push_back(hotkey);
  changed_.notify_all();
}

void FakeDesktop::take_hotkey(const Hotkey& hotkey) {
  const std::lock_guard lock(mutex_);
  taken_.push_back(hotkey);
}

void FakeDesktop::lose_listeners(const Error& error) {
  const std::lock_guard lock(mutex_);
  lost_ = error;
  changed_.notify_all();
}

void FakeDesktop::regain_listeners() {
  const std::lock_guard lock(mutex_);
  lost_.reset();
  changed_.notify_all();
}

void FakeEvents::want(Wanted wanted, std::uint64_t number) {
  const std::lock_guard lock(desktop_.mutex_);
  wanted_ = std::move(wanted);
  number_ = number;
  desktop_.changed_.notify_all();
}

void FakeEvents::wake() {
  const std::lock_guard lock(desktop_.mutex_);
  woken_ = true;
  desktop_.changed_.notify_all();
}

void FakeEvents::stop() {
  const std::lock_guard lock(desktop_.mutex_);
  stopped_ = true;
  desktop_.changed_.notify_all();
}

std::vector<Event> FakeEvents::next(std::size_t room, Deadline deadline) {
  std::unique_lock lock(desktop_.mutex_);
  for (;;) {
    if (stopped_) return {};
    adopt();
    if (room > 0 && told_.empty() && applied_ != 0 && !lost_) look(room);
    if (room > 0 && !told_.empty()) {
      const auto end = told_.begin() + static_cast<std::ptrdiff_t>(std::min(room, told_.size()));
      std::vector<Event> result(std::make_move_iterator(told_.begin()),
                                std::make_move_iterator(end));
      told_.erase(told_.begin(), end);
      return result;
    }
    if (std::exchange(woken_, false)) return {};
    if (std::chrono::steady_clock::now() >= deadline) return {};
    if (deadline == Deadline::max())
      desktop_.changed_.wait(lock);
    else
      desktop_.changed_.wait_until(lock, deadline);
  }
}

void FakeEvents::tell(Event::Kind kind, std::optional<Error> error) {
  Event event;
  event.kind = kind;
  event.number = number_;
  event.error = std::move(error);
  if (kind == Event::Kind::kListening) {
    for (const Hotkey& hotkey : wanted_.hotkeys)
      if (std::find(desktop_.taken_.begin(), desktop_.taken_.end(), hotkey) !=
          desktop_.taken_.end())
        event.refused.push_back({hotkey, Error("UNSUPPORTED", "hotkey is taken by another program",
                                               "Choose another hotkey.", {{"reason", "taken"}})});
  }
  told_.push_back(std::move(event));
}

void FakeEvents::adopt() {
  if (desktop_.lost_) {
    if (applied_ != 0 && !std::exchange(lost_, true)) tell(Event::Kind::kLost, desktop_.lost_);
    if (number_ != applied_ && failed_ != number_) tell(Event::Kind::kFailed, desktop_.lost_);
    failed_ = number_;
    return;
  }
  if (number_ == applied_ && !lost_) return;
  const auto needs_windows = [](const Wanted& wanted) {
    return wanted.windows || wanted.focus || wanted.titles || wanted.moves;
  };
  if (!needs_windows(wanted_)) ledger_ = WindowLedger();
  if (needs_windows(wanted_) && !needs_windows(current_)) {
    ledger_.note_all(desktop_.listed());
  }
  if (!current_.displays) displays_ = desktop_.displays_;
  if (current_.regions.empty()) painted_ = desktop_.painted_.size();
  if (current_.hotkeys.empty()) pressed_ = desktop_.pressed_.size();
  if (current_.selections.empty()) copied_ = desktop_.copied_.size();
  current_ = wanted_;
  applied_ = number_;
  lost_ = false;
  tell(Event::Kind::kListening, std::nullopt);
}

void FakeEvents::look(std::size_t room) {
  std::vector<Event> out;
  for (; pressed_ < desktop_.pressed_.size() && out.size() < room && !current_.hotkeys.empty();
       ++pressed_) {
    Event event;
    event.kind = Event::Kind::kHotkey;
    event.hotkey = desktop_.pressed_[pressed_];
    const auto& wanted = current_.hotkeys;
    if (std::find(wanted.begin(), wanted.end(), event.hotkey) != wanted.end())
      out.push_back(std::move(event));
  }
  const auto same = [](const Display& a, const Display& b) {
    return a.name == b.name && a.bounds == b.bounds;
  };
  if (current_.displays &&
      !std::equal(displays_.begin(), displays_.end(), desktop_.displays_.begin(),
                  desktop_.displays_.end(), same)) {
    Event event;
    event.kind = Event::Kind::kDisplaysChanged;
    event.displays = displays_ = desktop_.displays_;
    out.push_back(std::move(event));
  }
  if (current_.windows || current_.focus || current_.titles || current_.moves)
    look_at_windows(room, out);
  if (!current_.regions.empty()) look_at_paint(out);
  look_at_selections(out);
  told_.insert(told_.end(), std::make_move_iterator(out.begin()),
               std::make_move_iterator(out.end()));
}

void FakeEvents::look_at_windows(std::size_t room, std::vector<Event>& out) {
  ledger_.compare(desktop_.listed(), current_, room, out);
}

void FakeEvents::look_at_selections(std::vector<Event>& out) {
  const auto first = desktop_.copied_.begin() + static_cast<std::ptrdiff_t>(copied_);
  for (const Selection selection : current_.selections) {
    if (std::find(first, desktop_.copied_.end(), selection) == desktop_.copied_.end()) continue;
    Event event;
    event.kind = Event::Kind::kCopied;
    event.selection = selection;
    out.push_back(std::move(event));
  }
  copied_ = desktop_.copied_.size();
}

void FakeEvents::look_at_paint(std::vector<Event>& out) {
  Event event;
  event.kind = Event::Kind::kPainted;
  for (; painted_ < desktop_.painted_.size(); ++painted_)
    for (const Rect& region : current_.regions)
      if (const Rect part = intersection(desktop_.painted_[painted_], region); !part.empty())
        event.areas.push_back(part);
  if (!event.areas.empty()) out.push_back(std::move(event));
}

}  // namespace native
