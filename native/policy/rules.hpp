#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/pii_kind.hpp"
#include "native/policy/effect.hpp"
#include "native/policy/window_rules.hpp"
#include "runtime/core/caller.hpp"

// The rules of a policy, as plain records. Made by reading policy files; no script can change them.
namespace native {

// Where a caller may save pictures. All paths are absolute and free of "." and "..".
struct PathRules {
  bool bound = false;                   // the caller must obey these lists
  std::vector<std::string> allowed;     // folders; a file must lie in one of them
  std::vector<std::string> restricted;  // files and folders that are refused although allowed
  // Folders whose entries that begin with a dot are refused, too.
  std::vector<std::string> without_hidden;

  bool operator==(const PathRules&) const = default;
};

// Where a rule comes from.
struct RuleSource {
  std::string key;   // of a policy file
  std::string file;  // and the caller for which it is stated, if any
};

// The rules for one kind of caller, with its overrides applied.
struct CallerRules {
  PathRules paths;
  int captures_per_minute = 0;  // 0: no limit
  bool audited = false;
  bool denied_when_locked = true;
  bool own_windows_denied = true;  // no acts on the windows of the program that runs an agent
  bool always_masked = false;
  // From which effect on a person must allow acts; nothing: the policy does not say.
  std::optional<Effect> confirmed_from;
  std::set<PiiKind> masked_kinds;            // empty: all
  std::vector<std::string> custom_patterns;  // RE2 syntax
  std::shared_ptr<const WindowRules> windows = std::make_shared<const WindowRules>();
  // Why no picture may be made at all, as the error to throw; nothing while pictures may be made.
  std::optional<Error> refusal;
  std::vector<RuleSource> sources;  // of what is no default
};

// One version of the effective policy. Immutable once it is published.
struct Rules {
  std::uint64_t generation = 0;  // greater for each later version
  std::array<CallerRules, 5> callers;
  std::vector<std::string> files;  // those that were read, the system's first
  bool strict = false;
  // A policy file states which windows are excluded, besides the built-in ones.
  bool blocks_windows = false;

  const CallerRules& of(runtime::Caller::Kind kind) const {
    return callers[static_cast<std::size_t>(kind)];
  }
};

}  // namespace native
