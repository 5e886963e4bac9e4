#pragma once

#include <re2/re2.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/value/value.hpp"
#include "runtime/mcp/schema/schema.hpp"

namespace runtime::mcp {

// The patterns of one schema, compiled once.
struct Schema::Patterns {
  std::map<std::string, std::unique_ptr<RE2>> compiled;
};

// One walk of a value along a schema that Schema has accepted. Internal to Schema.
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
  // The faults of `value` against `schema` on their own, with unknown members refused.
  std::vector<std::string> alone(const Value& schema, const Value& value) const;

  void check_at(const std::string& step, const Value& schema, const Value& value);
  void fault(const std::string& what);
  void expected(const std::string& what, const Value& received);

  const Schema::Patterns& patterns_;
  bool ignore_unknown_;
  std::string path_;
  std::vector<std::string> faults_;
};

// The RE2 expression that matches what `pattern` does in the regular expressions of ECMA-262, the
// dialect of JSON Schema: \s and \S know the spaces of Unicode, a dot is no line terminator, and
// \uXXXX, \u{X…} and \cX are characters. All else is passed on; RE2 refuses what it cannot do.
std::string re2_pattern(std::string_view pattern);

}  // namespace runtime::mcp
