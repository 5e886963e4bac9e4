#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// A JSON Schema (2020-12) for checking arguments and results. Enforced keywords: type, enum, const,
// properties, required, additionalProperties, minProperties, maxProperties, minimum, maximum,
// exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength (code points), pattern (the
// subset of ECMA-262 that RE2 supports, linear time), items, prefixItems, minItems, maxItems,
// uniqueItems, allOf, anyOf, oneOf, not. They have the same meaning in drafts 6, 7 and 2019-09,
// except for a list in "items", which is refused. Immutable; copies share the compiled patterns.
class Schema {
 public:
  enum class Unknown {
    kRefused,  // enforces additionalProperties: false
    kIgnored,  // does not, except in anyOf, oneOf and not, where it distinguishes the branches
  };

  // Throws Error "INVALID_ARGUMENT" naming the place ("properties.a.pattern") when the schema
  // itself is invalid: an ill-typed keyword, a pattern that RE2 does not support, more than
  // json::kMaxDepth levels.
  explicit Schema(Value document);

  const Value& document() const { return document_; }

  // Returns all faults, each with its place ("provider_config.type: expected \"a\" or \"b\",
  // received \"x\""), at most kMaxFaults; none when `value` is valid.
  std::vector<std::string> faults(const Value& value, Unknown unknown) const;
  static constexpr std::size_t kMaxFaults = 20;

  struct Patterns;

 private:
  Value document_;
  std::shared_ptr<const Patterns> patterns_;
};

// Returns the places of keywords that Schema does not enforce ("properties.a.if"). They include
// "$ref", and a "$schema" that names another dialect than drafts 6, 7, 2019-09 and 2020-12, but not
// annotations ("title", "format", "x-…"), "$id", "$comment" and "$defs".
std::vector<std::string> unsupported_keywords(const Value& schema);

// Compares by the rules of JSON Schema: 1 and 1.0 are equal, the order of members is ignored.
bool same_json(const Value& a, const Value& b);

}  // namespace runtime::mcp
