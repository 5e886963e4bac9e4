#include "runtime/mcp/schema/schema_keywords.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/mcp/schema/schema.hpp"

namespace runtime::mcp {

namespace {

constexpr Keyword kKeywords[] = {
    {"type", Holds::kValue, "type"},
    {"enum", Holds::kValue, "list"},
    {"const", Holds::kValue, ""},
    {"properties", Holds::kSchemaMap, ""},
    {"required", Holds::kValue, "texts"},
    {"additionalProperties", Holds::kSchema, ""},
    {"minProperties", Holds::kValue, "count"},
    {"maxProperties", Holds::kValue, "count"},
    {"minimum", Holds::kValue, "number"},
    {"maximum", Holds::kValue, "number"},
    {"exclusiveMinimum", Holds::kValue, "number"},
    {"exclusiveMaximum", Holds::kValue, "number"},
    {"multipleOf", Holds::kValue, "positive"},
    {"minLength", Holds::kValue, "count"},
    {"maxLength", Holds::kValue, "count"},
    {"pattern", Holds::kValue, "text"},
    {"items", Holds::kSchema, ""},
    {"prefixItems", Holds::kSchemaList, ""},
    {"minItems", Holds::kValue, "count"},
    {"maxItems", Holds::kValue, "count"},
    {"uniqueItems", Holds::kValue, "flag"},
    {"allOf", Holds::kSchemaList, ""},
    {"anyOf", Holds::kSchemaList, ""},
    {"oneOf", Holds::kSchemaList, ""},
    {"not", Holds::kSchema, ""},
};

constexpr std::string_view kAnnotations[] = {
    "title",    "description", "default",          "examples",        "deprecated",
    "readOnly", "writeOnly",   "$comment",         "$schema",         "$id",
    "$defs",    "format",      "contentMediaType", "contentEncoding",
};

// The dialects in which the enforced keywords have the same meaning.
constexpr std::string_view kDialects[] = {
    "://json-schema.org/draft-06/schema",
    "://json-schema.org/draft-07/schema",
    "://json-schema.org/draft/2019-09/schema",
    "://json-schema.org/draft/2020-12/schema",
};

constexpr std::string_view kTypes[] = {"null",   "boolean", "object", "array",
                                       "number", "string",  "integer"};

bool is_known_dialect(const Value& value) {
  if (!value.string()) return false;
  std::string_view name = *value.string();
  if (name.ends_with('#')) name.remove_suffix(1);
  if (name.starts_with("http")) name.remove_prefix(name.starts_with("https") ? 5 : 4);
  return std::count(std::begin(kDialects), std::end(kDialects), name) > 0;
}

bool is_type_name(const Value& value) {
  return value.string() && std::count(std::begin(kTypes), std::end(kTypes), *value.string()) > 0;
}

bool all_of_list(const Value& value, bool (*test)(const Value&)) {
  return value.list() && std::all_of(value.list()->begin(), value.list()->end(), test);
}

bool is_count(const Value& value) {
  if (const auto* number = value.as<std::int64_t>()) return *number >= 0;
  if (const auto* real = value.as<double>()) return *real >= 0 && std::trunc(*real) == *real;
  return false;
}

bool is_positive(const Value& value) {
  if (const auto* number = value.as<std::int64_t>()) return *number > 0;
  if (const auto* real = value.as<double>()) return *real > 0 && std::isfinite(*real);
  return false;
}

bool fits(const Value& value, const Keyword& keyword) {
  const std::string_view shape = keyword.shape;
  if (keyword.holds == Holds::kSchemaList) return value.list() && !value.list()->empty();
  if (keyword.holds == Holds::kSchemaMap) return value.record() != nullptr;
  if (shape == "number") return value.is_number();
  if (shape == "positive") return is_positive(value);
  if (shape == "count") return is_count(value);
  if (shape == "text") return value.string() != nullptr;
  if (shape == "flag") return value.as<bool>() != nullptr;
  if (shape == "list") return value.list() != nullptr;
  if (shape == "texts")
    return all_of_list(value, [](const Value& item) { return item.string() != nullptr; });
  if (shape == "type")
    return is_type_name(value) || (all_of_list(value, is_type_name) && !value.list()->empty());
  return true;
}

using Visit = std::function<void(const Value&, const std::string&)>;

void walk(const Value& schema, const std::string& path, int depth, const Visit& visit) {
  if (depth > json::kMaxDepth)
    throw Error("INVALID_ARGUMENT", path + ": the schema is nested too deeply");
  if (!schema.record() && !schema.as<bool>())
    throw Error("INVALID_ARGUMENT",
                path + ": a schema is a record or a boolean, not a " + schema.type_name());
  visit(schema, path);
  if (!schema.record()) return;
  for (const auto& [name, value] : *schema.record()) {
    const Keyword* keyword = find_keyword(name);
    if (!keyword) continue;
    const std::string place = join_path(path, name);
    if (!fits(value, *keyword))
      throw Error("INVALID_ARGUMENT",
                  place + ": a " + value.type_name() + " is not what this keyword takes",
                  "See JSON Schema 2020-12, section 6 of the validation vocabulary.");
    if (keyword->holds == Holds::kSchema) walk(value, place, depth + 1, visit);
    if (keyword->holds == Holds::kSchemaList)
      for (std::size_t i = 0; i < value.list()->size(); ++i)
        walk((*value.list())[i], place + "[" + std::to_string(i) + "]", depth + 1, visit);
    if (keyword->holds == Holds::kSchemaMap)
      for (const auto& [key, member] : *value.record())
        walk(member, join_path(place, key), depth + 1, visit);
  }
}

}  // namespace

const Keyword* find_keyword(std::string_view name) {
  for (const Keyword& keyword : kKeywords)
    if (keyword.name == name) return &keyword;
  return nullptr;
}

bool is_annotation(std::string_view name) {
  return name.starts_with("x-") ||
         std::count(std::begin(kAnnotations), std::end(kAnnotations), name) > 0;
}

std::string join_path(std::string_view path, std::string_view key) {
  std::string joined(path);
  if (!joined.empty()) joined += '.';
  return joined.append(key);
}

void walk_schema(const Value& schema, const Visit& visit) { walk(schema, "", 0, visit); }

std::vector<std::string> unsupported_keywords(const Value& schema) {
  std::vector<std::string> places;
  const auto is_supported = [](const std::string& name, const Value& value) {
    if (name == "$schema") return is_known_dialect(value);
    return find_keyword(name) || is_annotation(name);
  };
  walk_schema(schema, [&](const Value& part, const std::string& path) {
    if (!part.record()) return;
    for (const auto& member : *part.record())
      if (!is_supported(member.first, member.second))
        places.push_back(join_path(path, member.first));
  });
  return places;
}

}  // namespace runtime::mcp
