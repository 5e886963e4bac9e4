#include "native/gate/excluded_windows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace native {
namespace {

// Maximum length of a chain of dialogs of dialogs.
constexpr int kMaxDialogs = 16;

// The names of programs that rules ask for.
class ProgramNames {
 public:
  ProgramNames(const std::vector<Window>& windows, bool applications, Applications& source)
      : source_(source) {
    if (!applications) return;
    for (const App& app : source.group(windows))
      for (const std::uint64_t window : app.windows) names_[window] = app.name;
  }

  const std::string& application(const Window& window) { return names_[window.id]; }
  const std::string& executable(const Window& window) {
    const auto [place, fresh] = executables_.try_emplace(window.pid);
    if (fresh && window.pid > 0) place->second = source_.executable(window.pid);
    return place->second;
  }

 private:
  Applications& source_;
  std::map<std::uint64_t, std::string> names_;
  std::map<std::int64_t, std::string> executables_;
};

void mark_dialogs(std::vector<Window>& windows, unsigned bit) {
  std::set<std::uint64_t> hidden;
  for (const Window& window : windows)
    if ((window.hidden_from & bit) != 0) hidden.insert(window.id);
  for (int depth = 0; depth < kMaxDialogs; ++depth) {
    bool more = false;
    for (Window& window : windows) {
      if ((window.hidden_from & bit) != 0 || hidden.count(window.transient_for) == 0) continue;
      window.hidden_from |= bit;
      more = hidden.insert(window.id).second || more;
    }
    if (!more) return;
  }
}

// A pop-up often does not say to which window of its process it belongs.
void mark_pop_ups(std::vector<Window>& windows, unsigned bit) {
  std::set<std::int64_t> processes;
  for (const Window& window : windows)
    if ((window.hidden_from & bit) != 0 && window.pid > 0) processes.insert(window.pid);
  for (Window& window : windows)
    if (window.pop_up && processes.count(window.pid) > 0) window.hidden_from |= bit;
}

}  // namespace

void mark_excluded(std::vector<Window>& windows, const std::vector<WindowRulesRef>& rules,
                   unsigned bit, Applications& applications) {
  if (std::all_of(rules.begin(), rules.end(), [](const auto& each) { return each->empty(); }))
    return;
  const bool by_name = std::any_of(rules.begin(), rules.end(),
                                   [](const auto& each) { return each->needs_applications(); });
  ProgramNames names(windows, by_name, applications);
  bool any = false;
  for (Window& window : windows) {
    const WindowFacts facts{window.title, window.app_class, window.app_instance,
                            names.application(window), names.executable(window)};
    for (const WindowRulesRef& each : rules)
      if (each->find(facts) != nullptr) window.hidden_from |= bit;
    any = any || (window.hidden_from & bit) != 0;
  }
  if (!any) return;
  mark_dialogs(windows, bit);
  mark_pop_ups(windows, bit);
}

std::vector<ExcludedWindow> explain_excluded(std::vector<Window> windows,
                                             const WindowRulesRef& rules,
                                             Applications& applications) {
  mark_excluded(windows, {rules}, 1, applications);
  ProgramNames names(windows, rules->needs_applications(), applications);
  std::vector<ExcludedWindow> excluded;
  for (Window& window : windows) {
    if ((window.hidden_from & 1) == 0) continue;
    const WindowRule* const rule =
        rules->find({window.title, window.app_class, window.app_instance, names.application(window),
                     names.executable(window)});
    ExcludedWindow each{std::move(window), "", ""};
    if (rule != nullptr) {
      each.rule = describe(*rule);
      each.source = rule->source;
    }
    excluded.push_back(std::move(each));
  }
  return excluded;
}

void hide_titles(std::vector<Window>& windows, unsigned bit) {
  for (Window& window : windows)
    if ((window.hidden_from & bit) != 0) window.title.clear();
}

}  // namespace native
