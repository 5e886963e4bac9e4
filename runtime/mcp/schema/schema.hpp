#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// A JSON Schema (2020-12) that arguments and results are held against. Enforced keywords: type,
// enum, const, properties, required, additionalProperties, minProperties, maxProperties, minimum,
// maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength (code points),
// pattern (ECMA-262 as far as RE2 goes, linear time), items, prefixItems, minItems, maxItems,
// uniqueItems, allOf, anyOf, oneOf, not. They mean the same in drafts 6, 7 and 2019-09, but for a
// list in "items", which is refused. Immutable; copies share the compiled patterns.
class Schema {
 public:
  enum class Unknown {
    kRefused,  // additionalProperties: false is enforced
    kIgnored,  // ... is not, outside of anyOf, oneOf and not, where it tells the branches apart
  };

  // Throws Error "INVALID_ARGUMENT" naming the place ("properties.a.pattern") when the schema
  // itself is wrong: an ill-typed keyword, a pattern that RE2 does not take, more than
  // json::kMaxDepth levels.
  explicit Schema(Value document);

  const Value& document() const { return document_; }

  // All faults, each with its place ("provider_config.type: expected \"a\" or \"b\", received
  // \"x\""), at most kMaxFaults. Empty when `value` is valid.
  std::vector<std::string> faults(const Value& value, Unknown unknown) const;
  static constexpr std::size_t kMaxFaults = 20;

  struct Patterns;

 private:
  Value document_;
  std::shared_ptr<const Patterns> patterns_;
};

// The places of keywords that Schema does not enforce ("properties.a.if"). "$ref" is one, and so is
// a "$schema" that names another dialect than drafts 6, 7, 2019-09 and 2020-12; annotations
// ("title", "format", "x-…"), "$id", "$comment" and "$defs" are none.
std::vector<std::string> unsupported_keywords(const Value& schema);

// Equal as JSON Schema has it: 1 and 1.0 are the same, records regardless of order.
bool same_json(const Value& a, const Value& b);

}  // namespace runtime::mcp
