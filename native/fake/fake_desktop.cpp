#include "native/fake/fake_desktop.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace native {

FakeDesktop::FakeDesktop() : background_([](int, int) { return 0U; }) {
  Display display;
  display.name = "fake-1";
  display.bounds = {0, 0, 1280, 800};
  display.primary = true;
  display.pixel_width = display.bounds.width;
  display.pixel_height = display.bounds.height;
  displays_.push_back(display);
}

void FakeDesktop::set_displays(std::vector<Display> displays) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  displays_ = std::move(displays);
  painted_.push_back(screen());
}

void FakeDesktop::set_background(Paint paint) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  background_ = std::move(paint);
  painted_.push_back(screen());
}

void FakeDesktop::add_window(Window window, Paint paint) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  if (window.active) {
    for (Painted& other : windows_) other.window.active = false;
  }
  painted_.push_back(window.frame);
  painted_.push_back(window.bounds);
  windows_.insert(windows_.begin(), {std::move(window), std::move(paint)});
}

void FakeDesktop::change_window(std::uint64_t id, const std::function<void(Window&)>& change) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  Painted* found = find(id);
  if (!found) return;
  for (const Rect& area : {found->window.frame, found->window.bounds}) painted_.push_back(area);
  change(found->window);
  for (const Rect& area : {found->window.frame, found->window.bounds}) painted_.push_back(area);
}

void FakeDesktop::raise_window(std::uint64_t id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  const auto found = std::find_if(windows_.begin(), windows_.end(),
                                  [&](const Painted& entry) { return entry.window.id == id; });
  if (found == windows_.end()) return;
  painted_.push_back(found->window.frame);
  painted_.push_back(found->window.bounds);
  std::rotate(windows_.begin(), found, found + 1);
}

void FakeDesktop::remove_window(std::uint64_t id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changed_.notify_all();
  if (const Painted* found = find(id)) {
    painted_.push_back(found->window.frame);
    painted_.push_back(found->window.bounds);
  }
  std::erase_if(windows_, [&](const Painted& entry) { return entry.window.id == id; });
}

void FakeDesktop::misbehave(const std::string& operation, Misbehaviour misbehaviour) {
  const std::lock_guard<std::mutex> lock(mutex_);
  misbehaviours_[operation] = std::move(misbehaviour);
}

void FakeDesktop::fail(const std::string& operation, const Error& error) {
  misbehave(operation, [error](Deadline) { throw error; });
}

void FakeDesktop::hang(const std::string& operation) {
  misbehave(operation, [this](Deadline deadline) {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::uint64_t before = behaviour_;
    if (changed_.wait_until(lock, deadline, [&] { return behaviour_ != before; })) return;
    throw Error("TIMEOUT", "fake desktop did not answer in time", "Call behave() to wake it.",
                {{"reason", "no answer"}});
  });
}

void FakeDesktop::behave() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    misbehaviours_.clear();
    ++behaviour_;
  }
  changed_.notify_all();
}

std::vector<std::string> FakeDesktop::log() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return log_;
}

void FakeDesktop::enter(const std::string& operation, const std::string& entry, Deadline deadline) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    log_.push_back(entry);
  }
  misbehave_now(operation, "*", deadline);
  if (std::chrono::steady_clock::now() < deadline) return;
  throw Error("TIMEOUT", "fake desktop was asked after the deadline", "Allow more time.",
              {{"reason", "no answer"}});
}

void FakeDesktop::misbehave_now(const std::string& operation, const std::string& otherwise,
                                Deadline deadline) {
  Misbehaviour misbehaviour;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto found = misbehaviours_.find(operation);
    if (found == misbehaviours_.end()) found = misbehaviours_.find(otherwise);
    if (found != misbehaviours_.end()) misbehaviour = found->second;
  }
  if (misbehaviour) misbehaviour(deadline);
}

FakeDesktop::Painted* FakeDesktop::find(std::uint64_t id) {
  const auto found = std::find_if(windows_.begin(), windows_.end(),
                                  [&](const Painted& entry) { return entry.window.id == id; });
  return found == windows_.end() ? nullptr : &*found;
}

void FakeDesktop::throw_gone(std::uint64_t id) {
  throw Error("WINDOW_NOT_FOUND", "window " + std::to_string(id) + " does not exist",
              "List the windows again.", {{"reason", "gone"}});
}

std::vector<Capability> FakeDesktop::capabilities(Deadline deadline) {
  std::optional<Error> failure;
  try {
    enter("capabilities", "capabilities", deadline);
  } catch (const Error& error) {
    failure = error;
  }
  std::vector<Capability> rows;
  for (const char* operation :
       {"displays", "windows", "applications", "frontmost", "activate", "capture.display",
        "capture.window", "capture.covered", "input", "windows.control", "clipboard"}) {
    if (failure) {
      rows.push_back({operation, false, failure->message, failure->hint});
    } else {
      rows.push_back({operation, true, "in memory", {}});
    }
  }
  return rows;
}

std::vector<Display> FakeDesktop::displays(Deadline deadline) {
  enter("displays", "displays", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (displays_.empty())
    throw Error("DISPLAY_NOT_FOUND", "fake desktop has no display", "Add one.");
  return displays_;
}

std::vector<Window> FakeDesktop::listed() const {
  std::vector<Window> result;
  for (const Painted& entry : windows_) result.push_back(entry.window);
  return result;
}

std::vector<Window> FakeDesktop::windows(Deadline deadline) {
  enter("windows", "windows", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  return listed();
}

std::vector<Window> FakeDesktop::possible_windows(Deadline deadline) {
  enter("possible windows", "possible windows", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  return listed();
}

std::optional<Window> FakeDesktop::frontmost(Deadline deadline) {
  enter("frontmost", "frontmost", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Painted& entry : windows_) {
    if (entry.window.active) return entry.window;
  }
  return std::nullopt;
}

std::vector<App> FakeDesktop::applications(Deadline deadline, std::vector<Window>* windows) {
  enter("applications", "applications", deadline);
  std::vector<Window> all;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    all = listed();
  }
  std::vector<App> result = group(all);
  if (windows != nullptr) *windows = std::move(all);
  return result;
}

std::vector<App> FakeDesktop::group(const std::vector<Window>& windows) {
  std::map<std::int64_t, App> by_process;
  for (const Window& window : windows) {
    App& app = by_process[window.pid];
    app.pid = window.pid;
    if (app.name.empty()) app.name = window.app_class;
    app.windows.push_back(window.id);
    app.names.push_back(window.app_class);
    app.active = app.active || window.active;
    app.window_count += window.on_screen ? 1 : 0;
  }
  std::vector<App> result;
  for (const auto& [pid, app] : by_process) result.push_back(app);
  std::sort(result.begin(), result.end(), [](const App& a, const App& b) {
    return std::tie(a.name, a.pid) < std::tie(b.name, b.pid);
  });
  return result;
}

std::string FakeDesktop::executable(std::int64_t pid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = executables_.find(pid);
  return found == executables_.end() ? std::string() : found->second;
}

void FakeDesktop::set_executable(std::int64_t pid, const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  executables_[pid] = name;
}

std::uint64_t FakeDesktop::mark(Deadline deadline) {
  enter("changes", "mark", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  return painted_.size();
}

bool FakeDesktop::changed(std::uint64_t mark, const Rect& area, Deadline deadline) {
  enter("changes", "changed", deadline);
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t first = std::min<std::size_t>(mark, painted_.size());
  return std::any_of(painted_.begin() + static_cast<std::ptrdiff_t>(first), painted_.end(),
                     [&](const Rect& painted) { return !intersection(painted, area).empty(); });
}

}  // namespace native
