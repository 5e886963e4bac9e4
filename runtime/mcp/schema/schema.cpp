#include "runtime/mcp/schema/schema.hpp"

#include <re2/re2.h>

#include <map>

#include "runtime/core/value/error.hpp"
#include "runtime/mcp/schema/schema_check.hpp"
#include "runtime/mcp/schema/schema_keywords.hpp"

namespace runtime::mcp {

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
