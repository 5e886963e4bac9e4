#include "native/policy/window_rules.hpp"

#include <utility>

namespace native {

WindowRules::WindowRules(std::vector<WindowRule> rules, Levels levels)
    : rules_(std::move(rules)),
      levels_(std::move(levels)),
      needs_applications_(levels_.hide_any()) {
  for (std::size_t i = 0; i < rules_.size(); ++i) add(i);
  for (PatternSet* set : {&titles_, &names_, &classes_, &applications_, &executables_})
    set->compile();
}

WindowRules WindowRules::everything(std::string reason) {
  WindowRule rule;
  rule.title = "*";
  rule.source = std::move(reason);
  return WindowRules({std::move(rule)});
}

void WindowRules::add(std::size_t number) {
  const WindowRule& rule = rules_[number];
  needs_titles_ |= !rule.any.empty() || !rule.title.empty();
  needs_applications_ |= !rule.any.empty() || !rule.application.empty();
  if (!rule.any.empty()) {
    const Pattern any(rule.any);
    titles_.add(any, number, PatternUse::kTitle);
    names_.add(any, number, PatternUse::kName);
    return;
  }
  const int facts =
      static_cast<int>(!rule.title.empty()) + static_cast<int>(!rule.app_class.empty()) +
      static_cast<int>(!rule.application.empty()) + static_cast<int>(!rule.executable.empty());
  Conjunction each;
  const bool alone = facts == 1;
  each.rule = number;
  const auto put = [&](const std::string& pattern, PatternSet& all, PatternSet& own,
                       PatternUse use) {
    if (!pattern.empty()) (alone ? all : own).add(Pattern(pattern), number, use);
  };
  put(rule.title, titles_, each.title, PatternUse::kTitle);
  put(rule.app_class, classes_, each.app_class, PatternUse::kName);
  put(rule.application, applications_, each.application, PatternUse::kName);
  put(rule.executable, executables_, each.executable, PatternUse::kName);
  if (alone) return;
  for (PatternSet* set : {&each.title, &each.app_class, &each.application, &each.executable})
    set->compile();
  conjunctions_.push_back(std::move(each));
}

bool WindowRules::fits(const PatternSet& set, std::string_view text) {
  return set.empty() || set.find(text).has_value();
}

bool WindowRules::fits(const Conjunction& each, const WindowFacts& window) {
  const bool by_class = each.app_class.empty() || each.app_class.find(window.app_class) ||
                        each.app_class.find(window.app_instance);
  return by_class && fits(each.title, window.title) && fits(each.application, window.application) &&
         fits(each.executable, window.executable);
}

const WindowRule* WindowRules::find(const WindowFacts& window) const {
  const std::pair<const PatternSet&, std::string_view> simple[] = {
      {titles_, window.title},          {names_, window.app_class},
      {names_, window.app_instance},    {names_, window.application},
      {names_, window.executable},      {classes_, window.app_class},
      {classes_, window.app_instance},  {applications_, window.application},
      {executables_, window.executable}};
  for (const auto& [set, text] : simple) {
    if (set.empty()) continue;
    if (const auto found = set.find(text)) return &rules_[*found];
  }
  for (const Conjunction& each : conjunctions_)
    if (fits(each, window)) return &rules_[each.rule];
  if (!levels_.hide_any()) return nullptr;
  const LevelRule* const level = levels_.find(window);
  return level != nullptr && level->level == Level::kNone ? &level->rule : nullptr;
}

}  // namespace native
