#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/policy/pattern_set.hpp"
#include "native/policy/window_rule.hpp"

namespace native {

// What may be done with the windows of an application, from the least on.
enum class Level {
  kNone,   // nothing: they are neither seen nor acted on
  kView,   // they are seen
  kClick,  // also pointer, window control and actions of elements
  kFull,   // also keys, text and values
};

// "none", "view", "click", "full"
const char* name_of(Level level);
std::optional<Level> level_named(std::string_view name);
// Returns all names, from the least level on.
const std::vector<std::string>& level_names();

// The level of an application, or of all that a pattern fits (see PatternUse::kName).
struct LevelRule {
  Level level = Level::kFull;
  WindowRule rule;  // `application` is the class, executable, name or desktop id

  bool operator==(const LevelRule&) const = default;
};

// Levels of applications as several files state them. In each file a name counts more than a
// pattern, and of several that fit the least; the least of all files holds. Immutable; thread safe.
class Levels {
 public:
  using Source = std::vector<LevelRule>;  // of one file
  Levels() = default;
  // `defaults` hold, too, for applications that the first source does not name.
  // "INVALID_ARGUMENT" for a bad pattern, see PatternSet.
  explicit Levels(const std::vector<Source>& sources, const Source& defaults = {});

  bool empty() const { return sources_.empty(); }
  // Returns whether a window can have the level kNone.
  bool hide_any() const { return hide_any_; }
  // Returns the rule that decides about a window; null: no rule fits, its level is kFull.
  const LevelRule* find(const WindowFacts& window) const;
  // Returns the rules of the sources, without the defaults.
  std::vector<LevelRule> rules() const;

 private:
  // The rules of one level, apart by how they fit.
  struct Set {
    PatternSet names, patterns;
  };
  struct Compiled {
    Source rules;
    std::vector<Set> sets;  // from the least level on
  };

  static Compiled compiled(const Source& rules);
  static const LevelRule* find(const Compiled& source, PatternSet Set::* kind,
                               const WindowFacts& window);

  std::vector<Compiled> sources_;  // the defaults come last, if there are any
  bool has_defaults_ = false;
  bool hide_any_ = false;
};

}  // namespace native
