#include "runtime/mcp/schema/schema.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/mcp/rpc/rpc.hpp"
#include "runtime/mcp/schema/ecma_pattern.hpp"
#include "runtime/mcp/schema/schema_keywords.hpp"

namespace runtime::mcp {

// The patterns of one schema, compiled once.
struct Schema::Patterns {
  std::map<std::string, std::unique_ptr<RE2>> compiled;
};

namespace {

double real_of(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  return *value.as<double>();
}

// Returns the number as a 64-bit integer if it is one, in either notation.
std::optional<std::int64_t> integer_of(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return *integer;
  const auto* real = value.as<double>();
  const bool fits = real && *real >= -0x1p63 && *real < 0x1p63 && std::trunc(*real) == *real;
  return fits ? std::optional(static_cast<std::int64_t>(*real)) : std::nullopt;
}

// Compares two integers exactly, which conversion to double would not.
int compare(const Value& a, const Value& b) {
  const auto x = integer_of(a);
  const auto y = integer_of(b);
  if (x && y) return *x < *y ? -1 : *x > *y;
  return real_of(a) < real_of(b) ? -1 : real_of(a) > real_of(b);
}

bool is_multiple(const Value& value, const Value& unit) {
  const auto x = integer_of(value);
  const auto y = integer_of(unit);
  if (x && y) return *x % *y == 0;
  const double quotient = real_of(value) / real_of(unit);
  if (!std::isfinite(quotient)) return std::fmod(real_of(value), real_of(unit)) == 0;
  // In binary floating point, 0.3 is not an exact multiple of 0.1.
  return std::abs(quotient - std::round(quotient)) <= 1e-9 * std::max(1.0, std::abs(quotient));
}

bool is_integral(const Value& value) {
  const auto* real = value.as<double>();
  return value.as<std::int64_t>() || (real && std::isfinite(*real) && std::trunc(*real) == *real);
}

bool has_type(const Value& value, std::string_view type) {
  if (type == "null") return value.absent();
  if (type == "boolean") return value.as<bool>();
  if (type == "object") return value.record();
  if (type == "array") return value.list();
  if (type == "number") return value.is_number();
  if (type == "integer") return is_integral(value);
  return value.string() || value.as<BlobRef>();
}

std::string with_article(std::string_view type) {
  if (type == "null") return "null";
  const bool vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(type);
}

// Describes a value briefly for a message.
std::string description_of(const Value& value) {
  if (const auto* text = value.string()) return json::dump(Value(shortened(*text, 60)));
  if (value.list()) return "an array of " + std::to_string(value.list()->size());
  if (value.record()) return "an object";
  if (value.as<BlobRef>()) return "binary data";
  if (const auto* real = value.as<double>(); real && !std::isfinite(*real)) return "no number";
  return json::dump(value);
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool beyond(std::size_t size, const Value& limit, bool upper) {
  if (limit.is_nil()) return false;
  const auto actual = static_cast<double>(size);
  return upper ? actual > real_of(limit) : actual < real_of(limit);
}

// Sorts members by name at all levels and normalises integers, so that equal values have equal
// texts.
Value canonical(const Value& value) {
  if (const auto integer = integer_of(value)) return *integer;
  if (const auto* list = value.list()) {
    Value::List items;
    for (const Value& item : *list) items.push_back(canonical(item));
    return items;
  }
  if (!value.record()) return value;
  Value::Record members;
  for (const auto& [key, member] : *value.record()) members.emplace_back(key, canonical(member));
  std::sort(members.begin(), members.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return members;
}

bool all_different(const Value::List& items) {
  std::vector<std::string> texts;
  for (const Value& item : items) texts.push_back(json::dump(canonical(item)));
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

// Checks one value against an accepted schema.
class SchemaCheck {
 public:
  SchemaCheck(const Schema::Patterns& patterns, bool ignore_unknown)
      : patterns_(patterns), ignore_unknown_(ignore_unknown) {}

  void check(const Value& schema, const Value& value);
  std::vector<std::string> take() { return std::move(faults_); }

 private:
  void type(const Value& schema, const Value& value);
  void choices(const Value& schema, const Value& value);
  void number(const Value& schema, const Value& value);
  void text(const Value& schema, const std::string& value);
  void list(const Value& schema, const Value::List& items);
  void record(const Value& schema, const Value& value);
  void missing(const std::string& name);
  void unknown_members(const Value& schema, const Value& value);
  void combinations(const Value& schema, const Value& value);
  // Returns the faults of `value` against `schema` alone, with unknown members refused.
  std::vector<std::string> alone(const Value& schema, const Value& value) const;

  void check_at(const std::string& step, const Value& schema, const Value& value);
  void fault(const std::string& what);
  void expected(const std::string& what, const Value& received);

  const Schema::Patterns& patterns_;
  bool ignore_unknown_;
  std::string path_;
  std::vector<std::string> faults_;
};

void SchemaCheck::fault(const std::string& what) {
  if (faults_.size() >= Schema::kMaxFaults) return;
  faults_.push_back(path_.empty() ? what : path_ + ": " + what);
}

void SchemaCheck::expected(const std::string& what, const Value& received) {
  fault("expected " + what + ", received " + description_of(received));
}

void SchemaCheck::check_at(const std::string& step, const Value& schema, const Value& value) {
  const std::size_t length = path_.size();
  path_ = step.starts_with('[') ? path_ + step : join_path(path_, step);
  check(schema, value);
  path_.resize(length);
}

void SchemaCheck::check(const Value& schema, const Value& value) {
  if (faults_.size() >= Schema::kMaxFaults) return;
  if (const auto* verdict = schema.as<bool>()) {
    if (!*verdict) fault("no value is allowed here");
    return;
  }
  const std::size_t before = faults_.size();
  type(schema, value);
  // A single fault suffices for a value of the wrong type.
  if (faults_.size() == before) choices(schema, value);
  if (faults_.size() == before) {
    if (value.is_number()) number(schema, value);
    if (value.string()) text(schema, *value.string());
    if (value.list()) list(schema, *value.list());
    if (value.record()) record(schema, value);
  }
  combinations(schema, value);
}

void SchemaCheck::type(const Value& schema, const Value& value) {
  const Value& types = schema["type"];
  if (types.is_nil()) return;
  if (const std::string* only = types.string()) {
    if (!has_type(value, *only)) expected(with_article(*only), value);
    return;
  }
  std::vector<std::string> names;
  for (const Value& name : *types.list()) {
    if (has_type(value, *name.string())) return;
    names.push_back(with_article(*name.string()));
  }
  expected(alternatives(names), value);
}

void SchemaCheck::choices(const Value& schema, const Value& value) {
  if (const Value* only = schema.find("const"); only && !same_json(*only, value))
    expected(description_of(*only), value);
  const Value::List* allowed = schema["enum"].list();
  if (!allowed) return;
  std::vector<std::string> names;
  for (const Value& choice : *allowed) {
    if (same_json(choice, value)) return;
    names.push_back(description_of(choice));
  }
  expected((names.size() > 1 ? "one of " : "") + alternatives(names), value);
}

void SchemaCheck::number(const Value& schema, const Value& value) {
  const auto limit = [&](const char* keyword, int forbidden, bool equal_too, const char* words) {
    const Value& bound = schema[keyword];
    if (bound.is_nil()) return;
    const int order = compare(value, bound);
    if (order == forbidden || (equal_too && order == 0))
      expected(words + description_of(bound), value);
  };
  limit("minimum", -1, false, "at least ");
  limit("maximum", 1, false, "at most ");
  limit("exclusiveMinimum", -1, true, "more than ");
  limit("exclusiveMaximum", 1, true, "less than ");
  const Value& unit = schema["multipleOf"];
  if (!unit.is_nil() && !is_multiple(value, unit))
    expected("a multiple of " + description_of(unit), value);
}

void SchemaCheck::text(const Value& schema, const std::string& value) {
  const std::size_t length = code_points(value);
  if (beyond(length, schema["minLength"], false))
    expected("at least " + description_of(schema["minLength"]) + " characters", value);
  if (beyond(length, schema["maxLength"], true))
    fault("expected at most " + description_of(schema["maxLength"]) + " characters, received " +
          std::to_string(length));
  const std::string* pattern = schema["pattern"].string();
  if (pattern && !RE2::PartialMatch(value, *patterns_.compiled.at(*pattern)))
    expected("text that matches " + *pattern, value);
}

void SchemaCheck::list(const Value& schema, const Value::List& items) {
  const auto received = ", received " + std::to_string(items.size());
  if (beyond(items.size(), schema["minItems"], false))
    fault("expected at least " + description_of(schema["minItems"]) + " items" + received);
  if (beyond(items.size(), schema["maxItems"], true))
    return fault("expected at most " + description_of(schema["maxItems"]) + " items" + received);
  const Value::List* first = schema["prefixItems"].list();
  const std::size_t fixed = first ? first->size() : 0;
  for (std::size_t i = 0; i < items.size() && faults_.size() < Schema::kMaxFaults; ++i) {
    const Value& rule = i < fixed ? (*first)[i] : schema["items"];
    if (rule.is_nil()) continue;
    check_at(std::string("[").append(std::to_string(i)).append("]"), rule, items[i]);
  }
  const auto* unique = schema["uniqueItems"].as<bool>();
  if (unique && *unique && !all_different(items)) fault("the items must all be different");
}

void SchemaCheck::missing(const std::string& name) {
  const std::size_t length = path_.size();
  path_ = join_path(path_, name);
  fault("required, but missing");
  path_.resize(length);
}

void SchemaCheck::record(const Value& schema, const Value& value) {
  if (const Value::List* required = schema["required"].list())
    for (const Value& name : *required)
      if (!value.find(*name.string())) missing(*name.string());
  if (const Value::Record* properties = schema["properties"].record())
    for (const auto& [name, rule] : *properties)
      if (const Value* member = value.find(name)) check_at(name, rule, *member);
  const std::size_t size = value.record()->size();
  if (beyond(size, schema["minProperties"], false))
    fault("expected at least " + description_of(schema["minProperties"]) + " members");
  if (beyond(size, schema["maxProperties"], true))
    fault("expected at most " + description_of(schema["maxProperties"]) + " members");
  unknown_members(schema, value);
}

void SchemaCheck::unknown_members(const Value& schema, const Value& value) {
  const Value& rule = schema["additionalProperties"];
  if (rule.is_nil()) return;
  const auto* verdict = rule.as<bool>();
  if (verdict && (*verdict || ignore_unknown_)) return;
  for (const auto& [name, member] : *value.record()) {
    if (faults_.size() >= Schema::kMaxFaults) return;
    if (schema["properties"].find(name)) continue;
    if (!verdict)
      check_at(shortened(name), rule, member);
    else
      fault("there is no member " + json::dump(Value(shortened(name))));
  }
}

std::vector<std::string> SchemaCheck::alone(const Value& schema, const Value& value) const {
  SchemaCheck check(patterns_, false);
  check.path_ = path_;
  check.check(schema, value);
  return check.take();
}

void SchemaCheck::combinations(const Value& schema, const Value& value) {
  if (const Value::List* all = schema["allOf"].list())
    for (const Value& part : *all) check(part, value);
  for (const char* keyword : {"anyOf", "oneOf"}) {
    const Value::List* parts = schema[keyword].list();
    if (!parts) continue;
    std::size_t matches = 0;
    std::string reasons;
    for (const Value& part : *parts) {
      const auto found = alone(part, value);
      if (found.empty())
        ++matches;
      else
        reasons.append(reasons.empty() ? "" : "; or ").append(found.front());
    }
    if (matches == 0) fault("fits none of the allowed forms (" + shortened(reasons, 400) + ")");
    if (matches > 1 && keyword[0] == 'o') fault("fits more than one of the allowed forms");
  }
  const Value* forbidden = schema.find("not");
  if (forbidden && alone(*forbidden, value).empty()) expected("something else", value);
}

}  // namespace

bool same_json(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return compare(a, b) == 0;
  if (a.list() && b.list())
    return std::equal(a.list()->begin(), a.list()->end(), b.list()->begin(), b.list()->end(),
                      same_json);
  if (!a.record() || !b.record()) return a == b;
  if (a.record()->size() != b.record()->size()) return false;
  return std::all_of(a.record()->begin(), a.record()->end(), [&](const Value::Member& member) {
    const Value* match = b.find(member.first);
    return match && same_json(member.second, *match);
  });
}

Schema::Schema(Value document) : document_(std::move(document)) {
  auto patterns = std::make_shared<Patterns>();
  walk_schema(document_, [&](const Value& part, const std::string& path) {
    const std::string* text = part["pattern"].string();
    if (!text || patterns->compiled.contains(*text)) return;
    RE2::Options options;
    options.set_log_errors(false);
    auto expression = std::make_unique<RE2>(re2_pattern(*text), options);
    if (!expression->ok())
      throw Error(
          "INVALID_ARGUMENT", join_path(path, "pattern") + ": " + expression->error(),
          "Patterns are ECMAScript's as far as RE2 goes: no look-around, no back references.");
    patterns->compiled.emplace(*text, std::move(expression));
  });
  patterns_ = std::move(patterns);
}

std::vector<std::string> Schema::faults(const Value& value, Unknown unknown) const {
  SchemaCheck check(*patterns_, unknown == Unknown::kIgnored);
  check.check(document_, value);
  return check.take();
}

}  // namespace runtime::mcp
