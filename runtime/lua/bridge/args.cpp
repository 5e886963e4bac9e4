#include "runtime/lua/bridge/args.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/core/value/edit_distance.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

namespace {

std::optional<double> to_number(const Value& value) {
  if (const auto* whole = value.as<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* number = value.as<double>()) return *number;
  return std::nullopt;
}

std::optional<std::int64_t> to_integer(const Value& value) {
  if (const auto* whole = value.as<std::int64_t>()) return *whole;
  const auto* number = value.as<double>();
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (number && std::floor(*number) == *number && std::fabs(*number) <= kExact)
    return static_cast<std::int64_t>(*number);
  return std::nullopt;
}

// Returns a short word as it is, and the type of a longer text, which may be a secret and would not
// help to find the mistake.
std::string shown(const Value& value) {
  constexpr std::size_t kShort = 24;
  const std::string* text = value.string();
  if (const auto* whole = value.as<std::int64_t>()) return std::to_string(*whole);
  const bool plain =
      text && !text->empty() && text->size() <= kShort &&
      std::all_of(text->begin(), text->end(), [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? "\"" + *text + "\"" : value.type_name();
}

Error wrong_type(const std::string& function, const std::string& what, const char* expected,
                 const Value& value) {
  return Error("INVALID_ARGUMENT",
               function + ": " + what + ": expected " + expected + ", got " + shown(value));
}

std::vector<std::string_view> names_of(std::initializer_list<Parameter> options) {
  std::vector<std::string_view> names;
  names.reserve(options.size());
  for (const Parameter& option : options) names.emplace_back(option.name);
  return names;
}

}  // namespace

Options::Options(const Function& function, const Value& table)
    : Options(function.call, table, names_of(function.options)) {}

Options::Options(std::string what, const Value& table, const std::vector<std::string_view>& names)
    : what_(std::move(what)), table_(table) {
  if (table.absent()) return;
  if (!table.record()) {
    if (table.list() && table.list()->empty()) return;
    throw wrong_type(what_, "options", "a table", table);
  }
  for (const auto& [name, value] : *table.record()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = did_you_mean(name, {names.begin(), names.end()});
    std::string known;
    for (const std::string_view each : names)
      known += (known.empty() ? "" : ", ") + std::string(each);
    throw Error("INVALID_ARGUMENT", what_ + ": unknown option '" + name + "'",
                near.empty() ? "options are: " + known : near);
  }
}

void Options::wrong(std::string_view name, const char* expected) const {
  throw wrong_type(what_, "option '" + std::string(name) + "'", expected, table_[name]);
}

std::string Options::string(std::string_view name, std::string fallback) const {
  if (!has(name)) return fallback;
  if (const std::string* text = table_[name].string()) return *text;
  wrong(name, "a string");
}

double Options::number(std::string_view name, double fallback) const {
  if (!has(name)) return fallback;
  if (const auto number = to_number(table_[name])) return *number;
  wrong(name, "a number");
}

std::int64_t Options::integer(std::string_view name, std::int64_t fallback) const {
  if (!has(name)) return fallback;
  if (const auto number = to_integer(table_[name])) return *number;
  wrong(name, "an integer");
}

int Options::integer_within(std::string_view name, int fallback, int least, int most) const {
  const std::int64_t given = integer(name, fallback);
  if (given >= least && given <= most) return static_cast<int>(given);
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  throw Error("INVALID_ARGUMENT",
              what_ + ": option '" + std::string(name) + "': " + std::to_string(given) +
                  " is not in " + range,
              "Give a number from " + range);
}

bool Options::boolean(std::string_view name, bool fallback) const {
  if (!has(name)) return fallback;
  if (const bool* flag = table_[name].as<bool>()) return *flag;
  wrong(name, "a boolean");
}

const Value& Args::operator[](std::size_t index) const {
  static const Value nil;
  return index >= 1 && index <= values_.size() ? values_[index - 1] : nil;
}

namespace {

// Turns "ls -l" into { "ls", "-l" }.
std::string as_list(const std::string& text) {
  constexpr std::size_t kMaxShown = 60;
  std::string list;
  std::size_t at = 0;
  while (at < std::min(text.size(), kMaxShown)) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) list += (list.empty() ? "\"" : ", \"") + text.substr(at, end - at) + "\"";
    at = end + 1;
  }
  return "{ " + list + " }";
}

// Returns a remedy for a likely mistake; "" when none is recognised.
std::string meant(const std::string& function, std::size_t index, std::string_view expected,
                  const Value& given) {
  const bool method = function.find(':') != std::string::npos;
  if (method && index == 1) return "Write it with a colon: " + function + "(…).";
  if (expected == "an integer" && given.record() && !given["id"].is_nil())
    return "Give its id: " + function + "(w.id).";
  if (expected.starts_with("a list") && given.string())
    return "Write it as a list: " + function + "(" + as_list(*given.string()) + ").";
  return {};
}

}  // namespace

void Args::wrong(std::size_t index, const char* expected) const {
  const Value& given = (*this)[index];
  Error error = wrong_type(function_->call, "argument " + std::to_string(index), expected, given);
  error.hint = meant(function_->call, index, expected, given);
  throw error;
}

std::string Args::string(std::size_t index) const {
  if (const std::string* text = (*this)[index].string()) return *text;
  wrong(index, "a string");
}

double Args::number(std::size_t index) const {
  if (const auto number = to_number((*this)[index])) return *number;
  wrong(index, "a number");
}

std::int64_t Args::integer(std::size_t index) const {
  if (const auto number = to_integer((*this)[index])) return *number;
  wrong(index, "an integer");
}

std::shared_ptr<Callback> Args::callback(std::size_t index) const {
  if (const auto* callback = (*this)[index].as<std::shared_ptr<Callback>>()) return *callback;
  wrong(index, "a function");
}

BlobRef Args::blob(std::size_t index) const {
  if (const auto* blob = (*this)[index].as<BlobRef>()) return *blob;
  wrong(index, "a blob");
}

Value::List Args::list(std::size_t index) const {
  const Value& value = (*this)[index];
  if (const Value::List* items = value.list()) return *items;
  if (value.record() && value.record()->empty()) return {};
  wrong(index, "a list");
}

std::vector<std::string> Args::strings(std::size_t index) const {
  std::vector<std::string> result;
  for (const Value& item : list(index)) {
    if (!item.string()) wrong(index, "a list of strings");
    result.push_back(*item.string());
  }
  return result;
}

}  // namespace runtime
