#include "native/lua/bridge/event_subscription.hpp"

#include <algorithm>

#include "native/lua/bridge/event_hub.hpp"

namespace native {

using runtime::Task;

namespace {

constexpr std::size_t kRoom = 256;     // events
constexpr std::size_t kMaxAreas = 64;  // of one event

}  // namespace

bool EventSubscription::wants(const Event& event) const {
  if (state_ != State::kListening && state_ != State::kAsking) return false;
  if (std::find(kinds_.begin(), kinds_.end(), event.kind) == kinds_.end()) return false;
  const auto& hotkeys = wanted_.hotkeys;
  if (event.kind == Event::Kind::kHotkey)
    return std::find(hotkeys.begin(), hotkeys.end(), event.hotkey) != hotkeys.end();
  const auto& selections = wanted_.selections;
  if (event.kind == Event::Kind::kCopied)
    return std::find(selections.begin(), selections.end(), event.selection) != selections.end();
  return true;
}

bool EventSubscription::merged(const Event& event) {
  const bool by_window =
      event.kind == Event::Kind::kMoved || event.kind == Event::Kind::kTitleChanged;
  if (event.kind == Event::Kind::kCopied)
    return std::any_of(queue_.begin(), queue_.end(), [&](const Event& waiting) {
      return waiting.kind == event.kind && waiting.selection == event.selection;
    });
  if (!by_window && event.kind != Event::Kind::kPainted) return false;
  for (auto waiting = queue_.rbegin(); waiting != queue_.rend(); ++waiting) {
    // Events before and after the window opened or closed are not merged.
    const bool same_window = waiting->window.id == event.window.id;
    if (by_window && same_window && waiting->kind != event.kind &&
        waiting->kind != Event::Kind::kFocused)
      return false;
    if (waiting->kind != event.kind || (by_window && !same_window)) continue;
    if (by_window) {
      // What one of them is about must not be seen with the other.
      const unsigned hidden_from = waiting->window.hidden_from | event.window.hidden_from;
      waiting->window = event.window;
      waiting->window.hidden_from = hidden_from;
    } else {
      waiting->areas.insert(waiting->areas.end(), event.areas.begin(), event.areas.end());
      if (waiting->areas.size() > kMaxAreas) waiting->areas = {bounding(waiting->areas)};
    }
    return true;
  }
  return false;
}

bool EventSubscription::takes(const Event& event) {
  return queue_.size() < kRoom || event.kind == Event::Kind::kPainted || merged(event);
}

void EventSubscription::add(const Event& event) {
  Event own = event;
  if (event.kind == Event::Kind::kPainted) {
    own.areas.clear();
    for (const Rect& area : event.areas)
      for (const Rect& region : wanted_.regions)
        if (const Rect part = intersection(area, region); !part.empty()) own.areas.push_back(part);
    if (own.areas.empty()) return;
  }
  if (!merged(own)) queue_.push_back(std::move(own));
  changed_.notify_all();
}

void EventSubscription::refuse(const Error& error) {
  state_ = State::kRefused;
  error_ = error;
  changed_.notify_all();
}

Task<std::optional<Event>> EventSubscription::next() {
  if (!queue_.empty()) co_await runtime::yield();
  while (queue_.empty() && state_ == State::kListening) co_await changed_.wait();
  if (queue_.empty() || state_ != State::kListening) co_return std::nullopt;
  const bool was_full = queue_.size() >= kRoom;
  std::optional<Event> event(std::move(queue_.front()));
  queue_.pop_front();
  if (was_full) hub_.deliver();
  co_return event;
}

void EventSubscription::close() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  queue_.clear();
  hub_.remove(*this);
  changed_.notify_all();
}

}  // namespace native
