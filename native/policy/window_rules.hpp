#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "native/policy/levels.hpp"
#include "native/policy/pattern_set.hpp"
#include "native/policy/window_rule.hpp"

namespace native {

// Which windows are excluded from every picture and list: those that a rule fits, and those of
// applications whose level is kNone. Immutable; thread safe.
class WindowRules {
 public:
  WindowRules() = default;
  // "INVALID_ARGUMENT" for a bad pattern, see PatternSet.
  explicit WindowRules(std::vector<WindowRule> rules, Levels levels = {});
  // Returns rules that exclude every window, for `reason`.
  static WindowRules everything(std::string reason);

  // Returns whether no window can be excluded.
  bool empty() const { return rules_.empty() && !levels_.hide_any(); }
  // Which facts find() needs; the others may be empty.
  bool needs_titles() const { return needs_titles_; }
  bool needs_applications() const { return needs_applications_; }
  // Returns the rule that excludes a window; null when none does.
  const WindowRule* find(const WindowFacts& window) const;
  const std::vector<WindowRule>& rules() const { return rules_; }
  const Levels& levels() const { return levels_; }

 private:
  // A rule about several facts.
  struct Conjunction {
    std::size_t rule = 0;
    PatternSet title, app_class, application, executable;
  };

  void add(std::size_t number);
  static bool fits(const PatternSet& set, std::string_view text);
  static bool fits(const Conjunction& each, const WindowFacts& window);

  std::vector<WindowRule> rules_;
  Levels levels_;
  PatternSet titles_;
  PatternSet names_;  // for classes, applications and executables alike
  PatternSet classes_, applications_, executables_;
  std::vector<Conjunction> conjunctions_;
  bool needs_titles_ = false;
  bool needs_applications_ = false;
};

}  // namespace native
