#include "native/desktop/events/window_ledger.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

Event event_of(Event::Kind kind, const Window& window) {
  Event event;
  event.kind = kind;
  event.window = window;
  return event;
}

}  // namespace

const Window* WindowLedger::find(std::uint64_t id) const {
  const auto found = windows_.find(id);
  return found == windows_.end() ? nullptr : &found->second;
}

std::vector<std::uint64_t> WindowLedger::ids() const {
  std::vector<std::uint64_t> result;
  result.reserve(windows_.size());
  for (const auto& [id, window] : windows_) result.push_back(id);
  return result;
}

std::vector<Window> WindowLedger::windows() const {
  std::vector<Window> result;
  result.reserve(windows_.size());
  for (const auto& [id, window] : windows_) result.push_back(window);
  return result;
}

void WindowLedger::note(Window window) {
  window.active = window.id == focused_;
  windows_.insert_or_assign(window.id, std::move(window));
}

void WindowLedger::opened(Window window, std::vector<Event>& out) {
  out.push_back(event_of(Event::Kind::kOpened, window));
  note(std::move(window));
}

void WindowLedger::closed(std::uint64_t id, std::vector<Event>& out) {
  const auto found = windows_.find(id);
  if (found == windows_.end()) return;
  out.push_back(event_of(Event::Kind::kClosed, found->second));
  windows_.erase(found);
  if (focused_ == id) focused_ = 0;
}

void WindowLedger::seen(Window window, bool titles, bool moves, std::vector<Event>& out) {
  const Window* before = find(window.id);
  if (!before) return;
  if (titles && before->title != window.title) {
    Event event = event_of(Event::Kind::kTitleChanged, window);
    event.title = before->title;
    out.push_back(std::move(event));
  }
  if (moves && before->bounds != window.bounds) {
    Event event = event_of(Event::Kind::kMoved, window);
    event.area = before->bounds;
    out.push_back(std::move(event));
  }
  note(std::move(window));
}

void WindowLedger::focused(std::uint64_t id, std::vector<Event>& out) {
  const std::uint64_t before = std::exchange(focused_, id);
  if (id == before) return;
  if (const auto last = windows_.find(before); last != windows_.end()) last->second.active = false;
  const auto found = windows_.find(id);
  if (found == windows_.end()) return;
  found->second.active = true;
  out.push_back(event_of(Event::Kind::kFocused, found->second));
}

bool WindowLedger::compare(const std::vector<Window>& now, const Wanted& wanted, std::size_t room,
                           std::vector<Event>& out) {
  const auto is_listed = [&](std::uint64_t id) {
    return std::any_of(now.begin(), now.end(), [&](const Window& each) { return each.id == id; });
  };
  for (const std::uint64_t id : ids()) {
    if (is_listed(id)) continue;
    if (out.size() >= room) return false;
    closed(id, out);
  }
  std::uint64_t active = 0;
  for (const Window& window : now) {
    if (out.size() >= room) return false;
    if (window.active) active = window.id;
    if (knows(window.id))
      seen(window, wanted.titles, wanted.moves, out);
    else
      opened(window, out);
  }
  if (!wanted.focus) return true;
  if (out.size() >= room) return false;
  focused(active, out);
  return true;
}

void WindowLedger::note_all(const std::vector<Window>& now) {
  for (const Window& window : now)
    if (window.active) note_focus(window.id);
  for (const Window& window : now) note(window);
}

}  // namespace native
