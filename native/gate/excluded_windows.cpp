#include "native/gate/excluded_windows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace native {
namespace {

// Maximum length of a chain of dialogs of dialogs.
constexpr int kMaxOwners = 16;
constexpr std::size_t kMaxKnown = 8192;
// After this time names are found out anew, because desktop entries change.
constexpr std::chrono::seconds kMemory{60};
// How long a compositor may still show a window where it was.
constexpr std::chrono::seconds kRecent{1};
constexpr std::size_t kMaxPlaces = 256;

void mark_dialogs(std::vector<Window>& windows, unsigned bit) {
  std::set<std::uint64_t> hidden;
  for (const Window& window : windows)
    if ((window.hidden_from & bit) != 0) hidden.insert(window.id);
  for (int depth = 0; depth < kMaxOwners; ++depth) {
    bool more = false;
    for (Window& window : windows) {
      if ((window.hidden_from & bit) != 0 || hidden.count(window.transient_for) == 0) continue;
      window.hidden_from |= bit;
      more = hidden.insert(window.id).second || more;
    }
    if (!more) return;
  }
}

// A pop-up often does not say to which window of its process it belongs, and a display server may
// not tell whose dialog a window is. Where it tells no processes, the class stands for one.
void mark_of_program(std::vector<Window>& windows, unsigned bit) {
  std::set<std::int64_t> processes;
  std::set<std::string> classes;
  for (const Window& window : windows) {
    if ((window.hidden_from & bit) == 0) continue;
    if (window.pid > 0) processes.insert(window.pid);
    if (window.pid <= 0 && !window.app_class.empty()) classes.insert(window.app_class);
  }
  for (Window& window : windows) {
    if (!window.pop_up && !window.owner_unknown) continue;
    const bool same = window.pid > 0 ? processes.count(window.pid) > 0
                                     : window.owner_unknown && classes.count(window.app_class) > 0;
    if (same) window.hidden_from |= bit;
  }
}

}  // namespace

WindowFacts ProgramNames::Names::facts(const Window& window) const {
  return {window.title, window.app_class, window.app_instance, application, executable, desktop_id};
}

void ProgramNames::forget_old() {
  const auto now = std::chrono::steady_clock::now();
  if (known_.size() <= kMaxKnown && now - since_ < kMemory) return;
  known_.clear();
  since_ = now;
}

bool ProgramNames::knows_applications(const std::vector<Window>& windows) const {
  return std::all_of(windows.begin(), windows.end(), [&](const Window& window) {
    const auto found = known_.find({window.id, window.pid});
    return found != known_.end() && found->second.application &&
           found->second.app_class == window.app_class;
  });
}

std::vector<ProgramNames::Names> ProgramNames::of(const std::vector<Window>& windows,
                                                  bool applications, Applications& source) {
  const std::lock_guard lock(mutex_);
  forget_old();
  std::map<std::int64_t, std::string> executables;
  for (const Window& window : windows) {
    const auto place = known_.try_emplace({window.id, window.pid}).first;
    if (!place->second.executable.empty() || window.pid <= 0) continue;
    const auto [executable, first] = executables.try_emplace(window.pid);
    if (first) executable->second = source.executable(window.pid);
    place->second.executable = executable->second;
  }
  if (applications && !knows_applications(windows)) {
    std::map<std::uint64_t, std::pair<std::string, std::string>> found;
    for (const App& app : source.group(windows))
      for (const std::uint64_t id : app.windows) found[id] = {app.name, app.bundle_id};
    for (const Window& window : windows) {
      Known& known = known_[{window.id, window.pid}];
      std::tie(known.application, known.desktop_id) = found[window.id];
      known.app_class = window.app_class;
    }
  }
  std::vector<Names> names;
  for (const Window& window : windows) {
    const Known& known = known_[{window.id, window.pid}];
    names.push_back({known.application.value_or(""), known.desktop_id, known.executable});
  }
  return names;
}

void mark_excluded(std::vector<Window>& windows, const std::vector<WindowRulesRef>& rules,
                   unsigned bit, ProgramNames& names, Applications& applications) {
  if (std::all_of(rules.begin(), rules.end(), [](const auto& each) { return each->empty(); }))
    return;
  const bool by_name = std::any_of(rules.begin(), rules.end(),
                                   [](const auto& each) { return each->needs_applications(); });
  const std::vector<ProgramNames::Names> programs = names.of(windows, by_name, applications);
  bool any = false;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    Window& window = windows[i];
    const WindowFacts facts = programs[i].facts(window);
    for (const WindowRulesRef& each : rules)
      if (each->find(facts) != nullptr) window.hidden_from |= bit;
    any = any || (window.hidden_from & bit) != 0;
  }
  if (!any) return;
  mark_dialogs(windows, bit);
  mark_of_program(windows, bit);
  // Dialogs of those.
  mark_dialogs(windows, bit);
}

std::vector<ExcludedWindow> explain_excluded(std::vector<Window> windows,
                                             const WindowRulesRef& rules, ProgramNames& names,
                                             Applications& applications) {
  mark_excluded(windows, {rules}, 1, names, applications);
  const std::vector<ProgramNames::Names> programs =
      names.of(windows, rules->needs_applications(), applications);
  std::vector<ExcludedWindow> excluded;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    Window& window = windows[i];
    if ((window.hidden_from & 1) == 0) continue;
    const WindowRule* const rule = rules->find(programs[i].facts(window));
    ExcludedWindow each{std::move(window), "", ""};
    if (rule != nullptr) {
      each.rule = describe(*rule);
      each.source = rule->source;
    }
    excluded.push_back(std::move(each));
  }
  return excluded;
}

bool may_be_dialog(const Window& window) {
  return window.transient_for != 0 || window.owner_unknown;
}

bool remove_pop_ups(std::vector<Window>& windows) {
  return std::erase_if(windows, [](const Window& each) { return each.pop_up; }) > 0;
}

void hide_titles(std::vector<Window>& windows, unsigned bit) {
  for (Window& window : windows)
    if ((window.hidden_from & bit) != 0) window.title.clear();
}

void RecentPlaces::forget_old() {
  while (!places_.empty() && std::chrono::steady_clock::now() - places_.front().left > kRecent)
    places_.pop_front();
}

void RecentPlaces::add(const Rect& place) {
  const std::lock_guard lock(mutex_);
  forget_old();
  // Beyond the limit, places are joined rather than forgotten.
  if (places_.size() >= kMaxPlaces) {
    places_.back() = {bounding(places_.back().area, place), std::chrono::steady_clock::now()};
    return;
  }
  places_.push_back({place, std::chrono::steady_clock::now()});
}

std::vector<Rect> RecentPlaces::places() {
  const std::lock_guard lock(mutex_);
  forget_old();
  std::vector<Rect> areas;
  for (const Place& place : places_) areas.push_back(place.area);
  return areas;
}

}  // namespace native
