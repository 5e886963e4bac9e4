#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "native/policy/pattern_set.hpp"

namespace native {

// The facts about a window that rules decide by.
struct WindowFacts {
  std::string_view title;
  std::string_view app_class;     // WM_CLASS class part
  std::string_view app_instance;  // WM_CLASS instance part
  std::string_view application;   // the name that lists of applications show
  std::string_view executable;    // base name of the program
};

// One rule. Either `any` (a pattern for the title, or for the whole class, application or
// executable) or at least one of the others, all of which must fit.
struct WindowRule {
  std::string any;
  std::string title;
  std::string app_class;
  std::string application;
  std::string executable;
  std::string source;  // the file that states it, or "built in"

  bool operator==(const WindowRule&) const = default;
};

// Returns a rule as a person would write it, such as "title 'Bank*', class 'Firefox'".
std::string describe(const WindowRule& rule);

// Which windows are excluded from every picture and list. Immutable; thread safe.
class WindowRules {
 public:
  WindowRules() = default;
  // "INVALID_ARGUMENT" for a bad pattern, see PatternSet.
  explicit WindowRules(std::vector<WindowRule> rules);
  // Returns rules that exclude every window, for `reason`.
  static WindowRules everything(std::string reason);

  bool empty() const { return rules_.empty(); }
  // Which facts find() needs; the others may be empty.
  bool needs_titles() const { return needs_titles_; }
  bool needs_applications() const { return needs_applications_; }
  // Returns the rule that excludes a window; null when none does.
  const WindowRule* find(const WindowFacts& window) const;
  const std::vector<WindowRule>& rules() const { return rules_; }

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
  PatternSet titles_;
  PatternSet names_;  // for classes, applications and executables alike
  PatternSet classes_, applications_, executables_;
  std::vector<Conjunction> conjunctions_;
  bool needs_titles_ = false;
  bool needs_applications_ = false;
};

}  // namespace native
