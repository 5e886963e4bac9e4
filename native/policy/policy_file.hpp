#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/pii_kind.hpp"
#include "native/policy/effect.hpp"
#include "native/policy/levels.hpp"
#include "native/policy/window_rule.hpp"

namespace native {

inline constexpr std::size_t kMaxPolicyBytes = 4 << 20;
inline constexpr std::size_t kMaxPolicyItems = 20'000;  // of one list

// The keys of a policy file, or of one caller in it; nothing where it is silent.
struct PolicyKeys {
  std::optional<std::vector<std::string>> allowed_directories;  // absolute
  std::optional<std::vector<std::string>> restricted_paths;     // absolute
  std::optional<std::vector<WindowRule>> blocked_windows;
  std::optional<int> captures_per_minute;
  std::optional<bool> audited;
  std::optional<bool> always_masked;
  std::optional<std::set<PiiKind>> masked_kinds;
  std::optional<std::vector<std::string>> custom_patterns;
  std::optional<bool> denied_when_locked;
  std::optional<bool> built_in_exclusions;
  std::optional<std::vector<LevelRule>> levels;
  std::optional<bool> own_windows_denied;
  std::optional<Effect> confirmed_from;
  std::vector<WindowRule> added_exclusions;  // a list given as builtInExclusions
};

// One policy file.
struct PolicyFile {
  std::string path;
  PolicyKeys general;
  std::array<PolicyKeys, 5> callers;  // by runtime::Caller::Kind; what overrides the general keys
  bool strict = false;
};

// Reads a policy (JSON; comments are allowed). `home` replaces a leading "~". Throws
// "POLICY_DENIED" with details.reason "policy file", the file and line, and a remedy, for anything
// that is not as it must be: a policy with a fault allows nothing. The message names the faults of
// all keys.
PolicyFile parse_policy(const std::string& path, std::string_view text, const std::string& home);

// Returns the absolute path without ".", ".." and repeated slashes; nothing for a relative one.
std::optional<std::string> plain_path(std::string_view path, const std::string& home);

// Returns the error for a policy file that cannot be used. `line` 0: not known.
Error policy_file_error(const std::string& path, int line, const std::string& fault,
                        const std::string& remedy);

}  // namespace native
