#include "native/policy/levels.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

constexpr Level kAll[] = {Level::kNone, Level::kView, Level::kClick, Level::kFull};

std::optional<std::size_t> find_name(const PatternSet& set, const WindowFacts& window) {
  if (set.empty()) return std::nullopt;
  bool nameless = true;
  for (const std::string_view name : {window.app_class, window.app_instance, window.executable,
                                      window.application, window.desktop_id}) {
    if (name.empty()) continue;
    nameless = false;
    if (const auto found = set.find(name)) return found;
  }
  // A pattern such as "*" holds for programs without any name, too.
  return nameless ? set.find("") : std::nullopt;
}

}  // namespace

const std::vector<std::string>& level_names() {
  static const std::vector<std::string> names = {"none", "view", "click", "full"};
  return names;
}

const char* name_of(Level level) { return level_names()[static_cast<std::size_t>(level)].c_str(); }

std::optional<Level> level_named(std::string_view name) {
  const auto& names = level_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Level>(found - names.begin());
}

Levels::Levels(const std::vector<Source>& sources, const Source& defaults)
    : has_defaults_(!defaults.empty()) {
  const bool states_any =
      std::any_of(sources.begin(), sources.end(), [](const Source& each) { return !each.empty(); });
  if (!states_any && !has_defaults_) return;
  for (const Source& each : sources) sources_.push_back(compiled(each));
  if (has_defaults_) sources_.push_back(compiled(defaults));
  for (const Compiled& each : sources_)
    hide_any_ |= std::any_of(each.rules.begin(), each.rules.end(),
                             [](const LevelRule& rule) { return rule.level == Level::kNone; });
}

Levels::Compiled Levels::compiled(const Source& rules) {
  Compiled result;
  result.rules = rules;
  for (const Level level : kAll) {
    Set set;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (rules[i].level != level) continue;
      const Pattern pattern(rules[i].rule.application);
      (pattern.is_plain() ? set.names : set.patterns).add(pattern, i, PatternUse::kName);
    }
    set.names.compile();
    set.patterns.compile();
    result.sets.push_back(std::move(set));
  }
  return result;
}

const LevelRule* Levels::find(const Compiled& source, PatternSet Set::* kind,
                              const WindowFacts& window) {
  for (const Set& set : source.sets)
    if (const auto found = find_name(set.*kind, window)) return &source.rules[*found];
  return nullptr;
}

const LevelRule* Levels::find(const WindowFacts& window) const {
  const LevelRule* least = nullptr;
  bool named_first = false;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const bool are_defaults = has_defaults_ && i + 1 == sources_.size();
    if (are_defaults && named_first) break;
    const LevelRule* found = find(sources_[i], &Set::names, window);
    if (i == 0 && !are_defaults) named_first = found != nullptr;
    if (found == nullptr) found = find(sources_[i], &Set::patterns, window);
    if (found != nullptr && (least == nullptr || found->level < least->level)) least = found;
  }
  return least;
}

std::vector<LevelRule> Levels::rules() const {
  std::vector<LevelRule> result;
  const std::size_t stated = sources_.size() - (has_defaults_ ? 1 : 0);
  for (std::size_t i = 0; i < stated; ++i)
    result.insert(result.end(), sources_[i].rules.begin(), sources_[i].rules.end());
  return result;
}

}  // namespace native
