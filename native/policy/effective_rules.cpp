#include "native/policy/effective_rules.hpp"

#include <algorithm>
#include <utility>

#include "native/policy/built_in_exclusions.hpp"

namespace native {

using runtime::Caller;

namespace {

// Rules of the files, which stay while the effective rules are made: copies of thousands for each
// caller take longer than compiling them.
using RuleList = std::vector<const WindowRule*>;

// The rules of one file for one caller, with the defaults where it is silent.
struct Stated {
  std::optional<std::vector<std::string>> allowed;  // nothing: the defaults
  std::vector<std::string> restricted;
  bool paths_of_caller = false;  // stated for this caller
  RuleList blocked;
  RuleList added_exclusions;
  std::optional<bool> built_in;  // nothing: true
  int per_minute = 0;
  std::optional<bool> audited;  // nothing: true
  bool always_masked = false;
  std::optional<std::set<PiiKind>> kinds;  // nothing: all
  std::vector<std::string> custom;
  std::optional<bool> denied_when_locked;  // nothing: true
  std::optional<bool> own_windows_denied;  // nothing: true
  std::optional<Effect> confirmed_from;
  std::vector<Levels::Source> levels;  // of each file, the system's first
};

// Returns the override where there is one, else what holds for all callers.
template <class T>
const std::optional<T>& chosen(const std::optional<T>& own, const std::optional<T>& general) {
  return own ? own : general;
}

void append(RuleList& list, const std::vector<WindowRule>& rules) {
  for (const WindowRule& rule : rules) list.push_back(&rule);
}

Stated stated_for(const PolicyFile& file, Caller::Kind kind) {
  const PolicyKeys& own = file.callers[static_cast<std::size_t>(kind)];
  const PolicyKeys& all = file.general;
  Stated result;
  result.allowed = chosen(own.allowed_directories, all.allowed_directories);
  result.restricted =
      chosen(own.restricted_paths, all.restricted_paths).value_or(std::vector<std::string>{});
  result.paths_of_caller = own.allowed_directories || own.restricted_paths;
  if (const auto& blocked = chosen(own.blocked_windows, all.blocked_windows))
    append(result.blocked, *blocked);
  result.built_in = chosen(own.built_in_exclusions, all.built_in_exclusions);
  append(result.added_exclusions,
         own.built_in_exclusions ? own.added_exclusions : all.added_exclusions);
  result.per_minute = chosen(own.captures_per_minute, all.captures_per_minute).value_or(0);
  result.audited = file.strict ? true : chosen(own.audited, all.audited);
  result.always_masked =
      chosen(own.always_masked, all.always_masked).value_or(false) || file.strict;
  result.kinds = chosen(own.masked_kinds, all.masked_kinds);
  result.custom =
      chosen(own.custom_patterns, all.custom_patterns).value_or(std::vector<std::string>{});
  result.denied_when_locked = chosen(own.denied_when_locked, all.denied_when_locked);
  result.own_windows_denied = chosen(own.own_windows_denied, all.own_windows_denied);
  result.confirmed_from = chosen(own.confirmed_from, all.confirmed_from);
  result.levels = {chosen(own.levels, all.levels).value_or(Levels::Source{})};
  return result;
}

template <class T>
void join(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& each : more)
    if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
}

bool lies_in(const std::string& path, const std::string& folder) {
  if (folder == "/" || path == folder) return true;
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// Returns the folders that both lists allow.
std::vector<std::string> common_folders(const std::vector<std::string>& a,
                                        const std::vector<std::string>& b) {
  std::vector<std::string> result;
  for (const std::string& one : a)
    for (const std::string& other : b) {
      if (lies_in(one, other)) join(result, {one});
      if (lies_in(other, one)) join(result, {other});
    }
  return result;
}

// Returns what the system's file states unless the user's states true, which is the stricter.
std::optional<bool> stricter(const std::optional<bool>& system, const std::optional<bool>& user) {
  return user.value_or(false) ? user : system;
}

// Cuts what the system's file allows to what the user's allows, too.
Stated tightened(const Stated& system, const Stated& user) {
  Stated both = system;
  if (system.allowed && user.allowed)
    both.allowed = common_folders(*system.allowed, *user.allowed);
  else if (user.allowed)
    both.allowed = user.allowed;
  join(both.restricted, user.restricted);
  both.paths_of_caller |= user.paths_of_caller;
  both.blocked.insert(both.blocked.end(), user.blocked.begin(), user.blocked.end());
  both.added_exclusions.insert(both.added_exclusions.end(), user.added_exclusions.begin(),
                               user.added_exclusions.end());
  both.built_in = stricter(system.built_in, user.built_in);
  if (both.per_minute == 0 || (user.per_minute > 0 && user.per_minute < both.per_minute))
    both.per_minute = user.per_minute;
  both.audited = stricter(system.audited, user.audited);
  both.always_masked |= user.always_masked;
  if (both.kinds && user.kinds) both.kinds->insert(user.kinds->begin(), user.kinds->end());
  join(both.custom, user.custom);
  both.denied_when_locked = stricter(system.denied_when_locked, user.denied_when_locked);
  both.own_windows_denied = stricter(system.own_windows_denied, user.own_windows_denied);
  both.confirmed_from = stricter(system.confirmed_from, user.confirmed_from);
  both.levels.insert(both.levels.end(), user.levels.begin(), user.levels.end());
  return both;
}

Stated without_file() {
  Stated result;
  result.audited = false;
  return result;
}

PathRules path_rules(const Stated& stated, Caller::Kind kind, const Surroundings& around) {
  PathRules rules;
  const bool foreign = kind == Caller::Kind::kMcp || kind == Caller::Kind::kGuest;
  rules.bound = foreign || stated.paths_of_caller;
  rules.restricted = stated.restricted;
  join(rules.restricted, around.own_folders);
  if (stated.allowed) {
    rules.allowed = *stated.allowed;
    return rules;
  }
  const auto add = [&](const std::string& folder) {
    if (!folder.empty()) join(rules.allowed, {folder});
  };
  add(around.home);
  if (around.home != "/") rules.without_hidden = {around.home};
  if (around.working_directory != "/") add(around.working_directory);
  add(around.temporary);
  add(around.default_save_path);
  return rules;
}

// Adds what a file states for a caller.
void add_sources(const PolicyFile& file, Caller::Kind kind, std::vector<RuleSource>& sources) {
  const PolicyKeys& own = file.callers[static_cast<std::size_t>(kind)];
  const PolicyKeys& all = file.general;
  const auto add = [&](const char* key, bool for_caller, bool for_all) {
    if (for_caller) sources.push_back({key, file.path + " (this caller)"});
    if (!for_caller && for_all) sources.push_back({key, file.path});
  };
  const auto has = [](const auto& stated) { return stated.has_value(); };
  add("allowedDirectories", has(own.allowed_directories), has(all.allowed_directories));
  add("restrictedPaths", has(own.restricted_paths), has(all.restricted_paths));
  add("blockedWindowPatterns", has(own.blocked_windows), has(all.blocked_windows));
  add("maxCapturesPerMinute", has(own.captures_per_minute), has(all.captures_per_minute));
  add("enableAuditLog", has(own.audited), has(all.audited));
  add("masking", has(own.always_masked), has(all.always_masked));
  add("maskedKinds", has(own.masked_kinds), has(all.masked_kinds));
  add("customPatterns", has(own.custom_patterns), has(all.custom_patterns));
  add("whenLocked", has(own.denied_when_locked), has(all.denied_when_locked));
  add("levels", has(own.levels), has(all.levels));
  add("ownWindows", has(own.own_windows_denied), has(all.own_windows_denied));
  add("confirm", has(own.confirmed_from), has(all.confirmed_from));
  add("builtInExclusions", has(own.built_in_exclusions), has(all.built_in_exclusions));
  add("strict", false, file.strict);
}

RuleList window_rules(const Stated& stated, bool strict) {
  RuleList rules = stated.blocked;
  rules.insert(rules.end(), stated.added_exclusions.begin(), stated.added_exclusions.end());
  if (stated.built_in.value_or(true))
    append(rules, built_in_exclusions());
  else if (stated.denied_when_locked.value_or(true))
    append(rules, screen_lockers());
  if (strict) append(rules, private_browsing());
  return rules;
}

// Programs of the built-in exclusions that a policy shows nevertheless may only be looked at.
Levels::Source default_levels(const Stated& stated) {
  Levels::Source rules;
  if (stated.built_in.value_or(true)) return rules;
  for (const WindowRule& each : built_in_exclusions()) {
    if (each.executable.empty()) continue;
    LevelRule& rule = rules.emplace_back();
    rule.level = Level::kView;
    rule.rule.application = each.executable;
    rule.rule.source = each.source;
  }
  return rules;
}

// All that decides which windows are excluded, and their levels.
struct WindowSources {
  RuleList rules;
  std::vector<Levels::Source> levels;
  Levels::Source default_levels;

  bool operator==(const WindowSources&) const = default;
};

std::shared_ptr<const WindowRules> compiled(const WindowSources& sources) {
  std::vector<WindowRule> rules;
  rules.reserve(sources.rules.size());
  for (const WindowRule* rule : sources.rules) rules.push_back(*rule);
  return std::make_shared<const WindowRules>(std::move(rules),
                                             Levels(sources.levels, sources.default_levels));
}

bool hides_applications(const Stated& stated) {
  for (const Levels::Source& source : stated.levels)
    for (const LevelRule& each : source)
      if (each.level == Level::kNone) return true;
  return false;
}

}  // namespace

Rules effective_rules(const std::optional<PolicyFile>& system,
                      const std::optional<PolicyFile>& user, const Surroundings& around,
                      std::uint64_t generation) {
  Rules rules;
  rules.generation = generation;
  for (const auto* file : {&system, &user})
    if (*file) rules.files.push_back((*file)->path);
  rules.strict = (system && system->strict) || (user && user->strict);
  WindowSources previous;
  for (std::size_t i = 0; i < rules.callers.size(); ++i) {
    const auto kind = static_cast<Caller::Kind>(i);
    Stated stated = system ? stated_for(*system, kind)
                    : user ? stated_for(*user, kind)
                           : without_file();
    if (system && user) stated = tightened(stated, stated_for(*user, kind));
    CallerRules& caller = rules.callers[i];
    for (const auto* file : {&system, &user})
      if (*file) add_sources(**file, kind, caller.sources);
    caller.paths = path_rules(stated, kind, around);
    caller.captures_per_minute = stated.per_minute;
    caller.audited = stated.audited.value_or(true);
    caller.denied_when_locked = stated.denied_when_locked.value_or(true);
    caller.own_windows_denied = stated.own_windows_denied.value_or(true);
    caller.confirmed_from = stated.confirmed_from;
    caller.always_masked = stated.always_masked;
    caller.masked_kinds = stated.kinds.value_or(std::set<PiiKind>{});
    caller.custom_patterns = stated.custom;
    rules.blocks_windows |=
        !stated.blocked.empty() || !stated.added_exclusions.empty() || hides_applications(stated);
    WindowSources windows{window_rules(stated, rules.strict), stated.levels,
                          default_levels(stated)};
    // Most policies have no overrides, and compiling thousands of patterns takes time.
    if (i > 0 && windows == previous) {
      caller.windows = rules.callers[i - 1].windows;
      continue;
    }
    caller.windows = compiled(windows);
    previous = std::move(windows);
  }
  return rules;
}

Rules refusing_rules(const Error& error, std::uint64_t generation) {
  Rules rules;
  rules.generation = generation;
  rules.blocks_windows = true;
  const auto everything =
      std::make_shared<const WindowRules>(WindowRules::everything("policy file"));
  for (CallerRules& caller : rules.callers) {
    caller.paths.bound = true;
    caller.refusal = error;
    caller.audited = true;
    caller.windows = everything;
  }
  return rules;
}

}  // namespace native
