#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "runtime/core/value/value.hpp"

// What the keywords of a JSON Schema are, for those who walk one. Internal to the validator.
namespace runtime::mcp {

enum class Holds { kValue, kSchema, kSchemaList, kSchemaMap };

struct Keyword {
  std::string_view name;
  Holds holds;
  // "": anything; "number", "count", "text", "flag", "list", "texts", "type"
  std::string_view shape;
};

// Null for a keyword that is not enforced.
const Keyword* find_keyword(std::string_view name);
// True for a keyword that says nothing about validity.
bool is_annotation(std::string_view name);

std::string join_path(std::string_view path, std::string_view key);

// Calls back for each schema inside `schema`, itself first, with its place. Throws Error
// "INVALID_ARGUMENT" beyond json::kMaxDepth levels and for a schema that is neither a record nor a
// boolean.
void walk_schema(const Value& schema,
                 const std::function<void(const Value&, const std::string&)>& visit);

}  // namespace runtime::mcp
