#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/policy/window_rules.hpp"
#include "runtime/core/caller.hpp"

// Which windows rules exclude, with all that belongs to them.
namespace native {

using WindowRulesRef = std::shared_ptr<const WindowRules>;

// The bit of Window::hidden_from for callers of a kind.
constexpr unsigned hidden_bit(runtime::Caller::Kind kind) {
  return 1U << static_cast<unsigned>(kind);
}

// Names of programs as they were found out for windows. A window keeps its program, so a process
// that stays finds them out once. Thread safe.
class ProgramNames {
 public:
  struct Names {
    std::string application;
    std::string desktop_id;
    std::string executable;

    WindowFacts facts(const Window& window) const;
  };
  // Returns the names for each window. `applications`: find out the names of applications, too.
  std::vector<Names> of(const std::vector<Window>& windows, bool applications,
                        Applications& source);

 private:
  struct Known {
    std::optional<std::string> application;
    std::string desktop_id;
    std::string executable;
    std::string app_class;
  };
  using Key = std::pair<std::uint64_t, std::int64_t>;  // the window and its process

  bool knows_applications(const std::vector<Window>& windows) const;
  void forget_old();

  std::mutex mutex_;
  std::map<Key, Known> known_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

// Sets `bit` of the windows that any of the rules excludes, of their dialogs, and of the pop-ups of
// their processes; also of windows of their programs that may be dialogs of theirs. `applications`
// finds out the names of programs that `names` does not know.
void mark_excluded(std::vector<Window>& windows, const std::vector<WindowRulesRef>& rules,
                   unsigned bit, ProgramNames& names, Applications& applications);

// A window that is excluded, and why.
struct ExcludedWindow {
  Window window;
  std::string rule;    // "" when it is excluded because it belongs to another one
  std::string source;  // where the rule is stated
};

// Returns those of the windows that the rules exclude, with their titles.
std::vector<ExcludedWindow> explain_excluded(std::vector<Window> windows,
                                             const WindowRulesRef& rules, ProgramNames& names,
                                             Applications& applications);

// Returns whether other windows have a say in whether this one is excluded.
bool may_be_dialog(const Window& window);

// Removes what no list of windows has: menus, tooltips and notifications. Returns whether there was
// any. They must have been marked before, and stay among the windows that pictures and acts meet.
bool remove_pop_ups(std::vector<Window>& windows);

// Empties the titles of windows with `bit`.
void hide_titles(std::vector<Window>& windows, unsigned bit);

// Where excluded windows were until they closed or moved, within the last second: a compositor may
// still show them there. Thread safe.
class RecentPlaces {
 public:
  void add(const Rect& place);
  std::vector<Rect> places();

 private:
  struct Place {
    Rect area;
    std::chrono::steady_clock::time_point left;
  };
  void forget_old();

  std::mutex mutex_;
  std::deque<Place> places_;  // the oldest first
};

}  // namespace native
