#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"

// The keywords of JSON Schema, for code that traverses a schema. Internal to the validator.
namespace runtime::mcp {

enum class Holds { kValue, kSchema, kSchemaList, kSchemaMap };

struct Keyword {
  std::string_view name;
  Holds holds;
  // "": anything; "number", "count", "text", "flag", "list", "texts", "type"
  std::string_view shape;
};

// Returns null for a keyword that is not enforced.
const Keyword* find_keyword(std::string_view name);
// Returns whether the keyword has no effect on validity.
bool is_annotation(std::string_view name);

std::string join_path(std::string_view path, std::string_view key);

// Calls `visit` for `schema` and each schema inside it, with its place. Throws Error
// "INVALID_ARGUMENT" beyond json::kMaxDepth levels and for a schema that is neither a record nor a
// boolean.
void walk_schema(const Value& schema,
                 const std::function<void(const Value&, const std::string&)>& visit);

}  // namespace runtime::mcp
