#include "native/policy/policy_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

#include "native/policy/json_lines.hpp"
#include "native/policy/pattern_set.hpp"
#include "runtime/core/caller.hpp"
#include "runtime/core/value/edit_distance.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"

namespace native {

using runtime::Value;

namespace {

constexpr std::size_t kMaxFaults = 10;  // that are told at once
constexpr std::int64_t kMaxPerMinute = 1'000'000;

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const PiiKind kind : kPiiKinds) names.emplace_back(name_of(kind));
  return names;
}

struct Fault {
  int line;
  std::string text;
  std::string remedy;
};

// Returns the error for all of them.
Error error_of(const std::string& path, const std::vector<Fault>& faults) {
  const Fault& first = faults.front();
  std::string text = first.text, remedy = first.remedy;
  for (std::size_t i = 1; i < faults.size(); ++i) {
    const std::string line = std::to_string(faults[i].line) + ": ";
    text += "; line " + line + faults[i].text;
    remedy += " Line " + line + faults[i].remedy;
  }
  return policy_file_error(path, first.line, text, remedy);
}

// Reads the members of one object of the file.
class KeyReader {
 public:
  KeyReader(const std::string& path, std::string_view text, const std::string& home)
      : path_(path), text_(text), home_(home) {}

  // Ends the reading of one key, in read_key().
  [[noreturn]] void fail(const std::string& key, const std::string& fault,
                         const std::string& remedy) const {
    throw Fault{json_line_of(text_, key), fault, remedy};
  }

  // Reads a key. Keeps its fault, so that all faults of a file can be told at once.
  void read_key(const std::function<void()>& read) {
    try {
      read();
    } catch (Fault& fault) {
      faults_.push_back(std::move(fault));
      if (faults_.size() == kMaxFaults) check();
    }
  }

  // Throws the error for all faults so far.
  void check() const {
    if (!faults_.empty()) throw error_of(path_, faults_);
  }

  [[noreturn]] void wrong_type(const std::string& key, const std::string& expected) const {
    fail(key, key + " is not " + expected, "Give " + expected + ", or remove the key.");
  }

  // `what`: what the name is of, such as "key".
  [[noreturn]] void unknown(const std::string& what, const std::string& key,
                            const std::string& name, const std::vector<std::string>& known) const {
    std::string remedy = runtime::did_you_mean(name, known);
    if (remedy.empty()) {
      for (const std::string& each : known)
        remedy += (remedy.empty() ? "Use one of: " : ", ") + each;
      remedy += ".";
    } else {
      remedy[0] = 'D';
    }
    fail(key, "unknown " + what + " '" + name.substr(0, 200) + "'", remedy);
  }

  bool boolean(const std::string& key, const Value& value) const {
    if (const bool* given = value.as<bool>()) return *given;
    wrong_type(key, "true or false");
  }

  // Returns whether the value is the first of two words.
  bool word(const std::string& key, const Value& value, const char* first,
            const char* second) const {
    if (value.string() && *value.string() == first) return true;
    if (value.string() && *value.string() == second) return false;
    wrong_type(key, "\"" + std::string(first) + "\" or \"" + second + "\"");
  }

  // Returns from which effect on a person is asked.
  Effect effect(const std::string& key, const Value& value) const {
    const std::vector<std::string> known = {"reversible", "input", "destructive"};
    if (!value.string()) wrong_type(key, "\"reversible\", \"input\" or \"destructive\"");
    const auto effect = effect_named(*value.string());
    if (!effect || effect == Effect::kNone) unknown("effect", key, *value.string(), known);
    return *effect;
  }

  std::vector<LevelRule> levels(const std::string& key, const Value& value) const {
    if (!value.record()) wrong_type(key, "an object of applications and their levels");
    if (value.record()->size() > kMaxPolicyItems)
      fail(key, key + " has more than the " + std::to_string(kMaxPolicyItems) + " items allowed",
           "Use fewer; one pattern may stand for several.");
    std::vector<LevelRule> result;
    for (const auto& [application, name] : *value.record()) {
      const std::string item = key + "." + application;
      checked([&] { return item; }, [&] { check_pattern(application); });
      if (!name.string()) wrong_type(item, "\"none\", \"view\", \"click\" or \"full\"");
      const auto level = level_named(*name.string());
      if (!level) unknown("level", item, *name.string(), level_names());
      LevelRule& rule = result.emplace_back();
      rule.level = *level;
      rule.rule.application = application;
      rule.rule.source = path_;
    }
    return result;
  }

  int per_minute(const std::string& key, const Value& value) const {
    const auto* whole = value.as<std::int64_t>();
    const auto* real = value.as<double>();
    std::int64_t number = whole ? *whole : 0;
    if (real && std::floor(*real) == *real && std::fabs(*real) <= 1e9)
      number = static_cast<std::int64_t>(*real);
    if (number >= 1 && number <= kMaxPerMinute) return static_cast<int>(number);
    wrong_type(key, "a whole number from 1 to " + std::to_string(kMaxPerMinute));
  }

  const Value::List& list(const std::string& key, const Value& value) const {
    const Value::List* items = value.list();
    if (!items) wrong_type(key, "a list");
    if (items->size() > kMaxPolicyItems)
      fail(key,
           key + " has " + std::to_string(items->size()) + " items, more than the " +
               std::to_string(kMaxPolicyItems) + " allowed",
           "Use fewer; one pattern may stand for several.");
    return *items;
  }

  std::vector<std::string> paths(const std::string& key, const Value& value) const {
    std::vector<std::string> result;
    each_string(key, value, [&](const std::string& item, const std::string& text) {
      const auto path = plain_path(text, home_);
      if (!path)
        fail(item, "path '" + text.substr(0, 200) + "' in " + key + " is not absolute",
             "Begin it with / or ~/.");
      result.push_back(*path);
    });
    return result;
  }

  std::set<PiiKind> kinds(const std::string& key, const Value& value) const {
    std::set<PiiKind> result;
    each_string(key, value, [&](const std::string& item, const std::string& text) {
      const auto kind = pii_kind(text);
      if (!kind) unknown("kind", item, text, kind_names());
      result.insert(*kind);
    });
    return result;
  }

  std::vector<std::string> expressions(const std::string& key, const Value& value) const {
    std::vector<std::string> result;
    each_string(key, value, [&](const std::string& item, const std::string& text) {
      checked([&] { return item; }, [&] { check_expression(text); });
      result.push_back(text);
    });
    return result;
  }

  std::vector<WindowRule> windows(const std::string& key, const Value& value) const {
    std::vector<WindowRule> result;
    const Value::List& items = list(key, value);
    for (std::size_t i = 0; i < items.size(); ++i) result.push_back(window(key, i, items[i]));
    return result;
  }

 private:
  void each_string(
      const std::string& key, const Value& value,
      const std::function<void(const std::string& item, const std::string& text)>& take) const {
    const Value::List& items = list(key, value);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string item = key + "." + std::to_string(i);
      if (!items[i].string() || items[i].string()->find('\0') != std::string::npos)
        wrong_type(item, "a string");
      take(item, *items[i].string());
    }
  }

  // Asks for the name of the item only to complain about it, because there may be thousands.
  void checked(const std::function<std::string()>& item, const std::function<void()>& check) const {
    try {
      check();
    } catch (const Error& error) {
      fail(item(), error.message, error.hint);
    }
  }

  WindowRule window(const std::string& list, std::size_t number, const Value& value) const {
    WindowRule rule;
    rule.source = path_;
    const auto name_of_item = [&] { return list + "." + std::to_string(number); };
    if (value.string()) {
      rule.any = *value.string();
      checked(name_of_item, [&] { check_pattern(rule.any); });
      return rule;
    }
    const std::string item = name_of_item();
    if (!value.record() || value.record()->empty())
      wrong_type(item, "a pattern, or an object with title, class, application or executable");
    const std::vector<std::string> known = {"title", "class", "application", "executable"};
    std::string* const fields[] = {&rule.title, &rule.app_class, &rule.application,
                                   &rule.executable};
    for (const auto& [name, pattern] : *value.record()) {
      const std::string key = item + "." + name;
      std::size_t place = 0;
      while (place < known.size() && known[place] != name) ++place;
      if (place == known.size()) unknown("key", key, name, known);
      if (!pattern.string()) wrong_type(key, "a pattern");
      checked([&] { return key; }, [&] { check_pattern(*pattern.string()); });
      *fields[place] = *pattern.string();
    }
    return rule;
  }

  const std::string& path_;
  const std::string_view text_;
  const std::string& home_;
  std::vector<Fault> faults_;
};

void take_exclusions(const KeyReader& read, const std::string& key, const Value& value,
                     PolicyKeys& keys) {
  if (value.list()) {
    keys.added_exclusions = read.windows(key, value);
    keys.built_in_exclusions = true;
    return;
  }
  if (!value.as<bool>()) read.wrong_type(key, "true, false or a list of patterns");
  keys.built_in_exclusions = read.boolean(key, value);
}

struct KeyRow {
  const char* name;
  void (*take)(const KeyReader&, const std::string& key, const Value&, PolicyKeys&);
};

// The keys that may stand for all callers and for one.
constexpr KeyRow kKeys[] = {
    {"allowedDirectories",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.allowed_directories = read.paths(key, value);
     }},
    {"restrictedPaths", [](const KeyReader& read, const std::string& key, const Value& value,
                           PolicyKeys& keys) { keys.restricted_paths = read.paths(key, value); }},
    {"blockedWindowPatterns",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.blocked_windows = read.windows(key, value);
     }},
    {"maxCapturesPerMinute",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.captures_per_minute = read.per_minute(key, value);
     }},
    {"enableAuditLog", [](const KeyReader& read, const std::string& key, const Value& value,
                          PolicyKeys& keys) { keys.audited = read.boolean(key, value); }},
    {"masking",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.always_masked = read.word(key, value, "always", "asked");
     }},
    {"maskedKinds", [](const KeyReader& read, const std::string& key, const Value& value,
                       PolicyKeys& keys) { keys.masked_kinds = read.kinds(key, value); }},
    {"customPatterns",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.custom_patterns = read.expressions(key, value);
     }},
    {"whenLocked",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.denied_when_locked = read.word(key, value, "deny", "allow");
     }},
    {"levels", [](const KeyReader& read, const std::string& key, const Value& value,
                  PolicyKeys& keys) { keys.levels = read.levels(key, value); }},
    {"ownWindows",
     [](const KeyReader& read, const std::string& key, const Value& value, PolicyKeys& keys) {
       keys.own_windows_denied = read.word(key, value, "deny", "allow");
     }},
    {"confirm", [](const KeyReader& read, const std::string& key, const Value& value,
                   PolicyKeys& keys) { keys.confirmed_from = read.effect(key, value); }},
    {"builtInExclusions", take_exclusions},
};

const KeyRow* row_of(const std::string& name) {
  for (const KeyRow& row : kKeys)
    if (name == row.name) return &row;
  return nullptr;
}

std::vector<std::string> known_keys(bool general) {
  std::vector<std::string> names;
  for (const KeyRow& row : kKeys) names.emplace_back(row.name);
  if (general) {
    names.emplace_back("callers");
    names.emplace_back("strict");
  }
  return names;
}

// The names of callers in a file, in the order of runtime::Caller::Kind.
const std::vector<std::string> kCallers = {"guest", "mcp", "daemon", "script", "command_line"};

void take_caller(KeyReader& read, const std::string& name, const Value& overrides,
                 PolicyFile& file) {
  const std::string path = "callers." + name;
  std::size_t kind = 0;
  while (kind < kCallers.size() && kCallers[kind] != name) ++kind;
  if (kind == kCallers.size()) read.unknown("key", path, name, kCallers);
  if (!overrides.record()) read.wrong_type(path, "an object");
  for (const auto& member : *overrides.record())
    read.read_key([&] {
      const std::string place = path + "." + member.first;
      const KeyRow* const row = row_of(member.first);
      if (!row) read.unknown("key", place, member.first, known_keys(false));
      row->take(read, place, member.second, file.callers[kind]);
    });
}

void take_callers(KeyReader& read, const Value& value, PolicyFile& file) {
  if (!value.record()) read.wrong_type("callers", "an object");
  for (const auto& member : *value.record())
    read.read_key([&] { take_caller(read, member.first, member.second, file); });
}

void take_member(KeyReader& read, const std::string& name, const Value& value, PolicyFile& file) {
  if (name == "callers") return take_callers(read, value, file);
  if (name == "strict") {
    file.strict = read.boolean(name, value);
    return;
  }
  const KeyRow* const row = row_of(name);
  if (!row) read.unknown("key", name, name, known_keys(true));
  row->take(read, name, value, file.general);
}

}  // namespace

Error policy_file_error(const std::string& path, int line, const std::string& fault,
                        const std::string& remedy) {
  const std::string place = line > 0 ? path + ":" + std::to_string(line) : path;
  Error::Details details = {{"reason", "policy file"}, {"file", path}};
  if (line > 0) details.emplace_back("line", std::to_string(line));
  return Error("POLICY_DENIED", "policy file " + place + ": " + fault + "; nothing is captured",
               remedy + " `peekaboo policy validate` checks it.", std::move(details));
}

std::optional<std::string> plain_path(std::string_view path, const std::string& home) {
  std::string whole(path);
  if (path == "~" || path.starts_with("~/")) whole = home + std::string(path.substr(1));
  if (!whole.starts_with("/")) return std::nullopt;
  std::vector<std::string_view> parts;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
  }
  std::string result;
  for (const std::string_view part : parts) result += "/" + std::string(part);
  return result.empty() ? "/" : result;
}

PolicyFile parse_policy(const std::string& path, std::string_view text, const std::string& home) {
  if (text.size() > kMaxPolicyBytes)
    throw policy_file_error(
        path, 0, "it is larger than " + std::to_string(kMaxPolicyBytes) + " bytes", "Shorten it.");
  Value content;
  try {
    content = runtime::json::parse_commented(text);
  } catch (const runtime::Error& error) {
    const auto* line = error.details["line"].as<std::int64_t>();
    const std::string fault =
        error.message.substr(error.message.starts_with("line ") ? error.message.find(": ") + 2 : 0);
    throw policy_file_error(path, line ? static_cast<int>(*line) : 0, fault,
                            "Correct the JSON there.");
  }
  KeyReader read(path, text, home);
  PolicyFile file;
  file.path = path;
  if (!content.record())
    throw policy_file_error(path, 1, "it is no JSON object", "Write {} for the defaults.");
  const std::string repeated = repeated_json_member(text);
  if (!repeated.empty())
    read.read_key([&] {
      read.fail(repeated, "key '" + repeated + "' is stated twice", "Remove one of them.");
    });
  for (const auto& member : *content.record())
    read.read_key([&] { take_member(read, member.first, member.second, file); });
  read.check();
  return file;
}

}  // namespace native
