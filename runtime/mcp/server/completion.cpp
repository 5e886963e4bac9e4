#include "runtime/mcp/server/completion.hpp"

namespace runtime::mcp {

namespace {

constexpr std::size_t kMaxValues = 100;  // MCP's limit

}  // namespace

Value completion_result(std::vector<std::string> values) {
  const auto total = static_cast<std::int64_t>(values.size());
  const bool more = values.size() > kMaxValues;
  if (more) values.resize(kMaxValues);
  Value::List list;
  for (std::string& value : values) list.emplace_back(std::move(value));
  Value completion;
  completion.set("values", std::move(list)).set("total", total).set("hasMore", more);
  Value result;
  result.set("completion", std::move(completion));
  return result;
}

}  // namespace runtime::mcp
