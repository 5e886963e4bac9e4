#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "native/policy/window_rules.hpp"
#include "runtime/core/caller.hpp"

// What a policy allows, as plain records. Made by reading policy files; no script can change them.
namespace native {

// Where a caller may save pictures. All paths are absolute and free of "." and "..".
struct PathRules {
  bool bound = false;                   // the caller must obey the two lists
  std::vector<std::string> allowed;     // folders; a file must lie in one of them
  std::vector<std::string> restricted;  // files and folders that are refused although allowed
};

// The rules for one kind of caller, with its overrides applied.
struct CallerRules {
  PathRules paths;
  int captures_per_minute = 0;  // 0: no limit
  bool audited = false;
  bool denied_when_locked = true;
  bool always_masked = false;
  std::vector<std::string> masked_kinds;     // empty: all
  std::vector<std::string> custom_patterns;  // RE2 syntax
  std::shared_ptr<const WindowRules> windows = std::make_shared<const WindowRules>();
};

// One version of the effective policy. Immutable once it is published.
struct Rules {
  std::uint64_t generation = 0;  // greater for each later version
  std::array<CallerRules, 5> callers;

  const CallerRules& of(runtime::Caller::Kind kind) const {
    return callers[static_cast<std::size_t>(kind)];
  }
};

}  // namespace native
