#include "native/wayland/window_commands.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// No compositor sends an event for a window that moves, changes its size or closes slowly.
constexpr milliseconds kBetweenLooks{15};
// A program answers to its new size a moment after it got it: within the first time at all, where
// the size is one that it takes, and within the second once more.
constexpr milliseconds kFirstAnswer{500};
constexpr milliseconds kRest{60};
// What remains for the answer.
constexpr milliseconds kCommandMargin{100};
// How long a program may take.
constexpr std::chrono::seconds kPatience{2};

Error not_seen(std::uint64_t window, const std::string& what) {
  return Error(
      "EFFECT_NOT_SEEN", "window " + std::to_string(window) + " was not " + what + " in time",
      "Look at the window; it may still happen.", {{"window", static_cast<std::int64_t>(window)}});
}

Error tiled(const KnownWindow& known, const std::string& manager) {
  const Rect& at = known.window.bounds;
  return Error("EFFECT_NOT_SEEN",
               "window " + std::to_string(known.window.id) + " stays where it is: " + manager +
                   " decides on the places of tiled windows",
               "Let it float first, by a key or command of " + manager + ".",
               {{"reason", "tiled"},
                {"window", static_cast<std::int64_t>(known.window.id)},
                {"x", at.x},
                {"y", at.y},
                {"width", at.width},
                {"height", at.height}});
}

}  // namespace

WindowCommands::WindowCommands(WindowSource& source, std::vector<Rect> screens, Deadline deadline)
    : source_(source),
      screens_(std::move(screens)),
      deadline_(deadline),
      until_(std::min(deadline - kCommandMargin, Clock::now() + kPatience)) {}

KnownWindow WindowCommands::find(std::uint64_t window) {
  for (KnownWindow& each : source_.windows(deadline_))
    if (each.window.id == window) return std::move(each);
  throw_window_gone(window);
}

void WindowCommands::wait(std::uint64_t window, const std::string& what,
                          const std::function<bool(const KnownWindow&)>& seen) {
  while (!seen(find(window))) {
    if (Clock::now() >= until_) throw not_seen(window, what);
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

Rect WindowCommands::at_rest(std::uint64_t window) {
  Rect before = find(window).window.bounds;
  Deadline since = Clock::now();
  while (Clock::now() < since + kRest && Clock::now() < until_) {
    std::this_thread::sleep_for(kBetweenLooks);
    const Rect now = find(window).window.bounds;
    if (now == before) continue;
    before = now;
    since = Clock::now();
  }
  return before;
}

Rect WindowCommands::place(std::uint64_t window, const WindowControl::Place& place) {
  if (!source_.knows_places()) throw no_places();
  KnownWindow known = find(window);
  const Rect now = known.window.bounds;
  const Rect wanted{place.x.value_or(now.x), place.y.value_or(now.y),
                    place.width.value_or(now.width), place.height.value_or(now.height)};
  check_size(wanted);
  if (place.x || place.y) check_place(wanted, screens_);
  if (known.filling) {
    source_.set_state(window, WindowState::kNormal, deadline_);
    at_rest(window);
    known = find(window);
  }
  if (wanted == known.window.bounds) return wanted;
  if (!known.floating) throw tiled(known, source_.manager());
  const Rect& inner = known.window.bounds;
  const Rect& outer = known.window.frame;
  source_.place(
      window,
      {wanted.x + outer.x - inner.x, wanted.y + outer.y - inner.y,
       wanted.width + outer.width - inner.width, wanted.height + outer.height - inner.height},
      deadline_);
  const Deadline first = std::min(until_, Clock::now() + kFirstAnswer);
  while (find(window).window.bounds == known.window.bounds && Clock::now() < first)
    std::this_thread::sleep_for(kBetweenLooks);
  return at_rest(window);
}

SizeLimits WindowCommands::limits(std::uint64_t window) {
  find(window);
  SizeLimits limits;
  limits.manager = source_.manager();
  return limits;
}

void WindowCommands::set_state(std::uint64_t window, WindowState state) {
  const KnownWindow known = find(window);
  if (state == WindowState::kMinimised) {
    if (known.window.minimised) return;
    source_.set_state(window, state, deadline_);
    wait(window, "minimised", [](const KnownWindow& each) { return each.window.minimised; });
    return;
  }
  if (known.window.minimised) {
    source_.set_state(window, WindowState::kNormal, deadline_);
    wait(window, "restored", [](const KnownWindow& each) { return !each.window.minimised; });
  }
  const bool fill = state == WindowState::kMaximised;
  if (find(window).filling == fill) return;
  source_.set_state(window, state, deadline_);
  wait(window, fill ? "maximised" : "restored",
       [&](const KnownWindow& each) { return each.filling == fill; });
  at_rest(window);
}

void WindowCommands::close(std::uint64_t window) {
  const std::int64_t process = find(window).window.pid;
  std::vector<std::uint64_t> before;
  for (const Window& each : source_.listed(deadline_)) before.push_back(each.id);
  source_.close(window, deadline_);
  for (;;) {
    bool there = false;
    for (const Window& each : source_.listed(deadline_)) {
      there = there || each.id == window;
      const bool news = std::find(before.begin(), before.end(), each.id) == before.end();
      if (news && each.pid == process)
        throw Error("EFFECT_NOT_SEEN",
                    "window " + std::to_string(window) + " asks something before it closes",
                    "Answer in its dialog, window " + std::to_string(each.id) + ".",
                    {{"window", static_cast<std::int64_t>(window)},
                     {"dialog", static_cast<std::int64_t>(each.id)}});
    }
    if (!there) return;
    if (Clock::now() >= until_) throw not_seen(window, "closed");
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

void WindowCommands::to_workspace(std::uint64_t window, int workspace) {
  if (!source_.knows_places()) throw no_places();
  find(window);
  check_workspace(workspace, source_.workspaces(deadline_));
  source_.to_workspace(window, workspace, deadline_);
  wait(window, "moved to the workspace",
       [&](const KnownWindow& each) { return each.window.desktop == workspace; });
}

}  // namespace native::wayland
