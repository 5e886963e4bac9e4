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

// Checks one value against an accepted schema. Internal to Schema.
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

// Translates an ECMA-262 regular expression, the dialect of JSON Schema, to RE2: \s and \S include
// the spaces of Unicode, a dot matches no line terminator, and \uXXXX, \u{X…} and \cX are
// characters. Passes everything else on; RE2 refuses what it does not support.
std::string re2_pattern(std::string_view pattern);

}  // namespace runtime::mcp
