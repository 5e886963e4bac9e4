#pragma once

#include <functional>
#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// The most rows that one answer to a list request holds.
inline constexpr std::size_t kPageSize = 100;

// One page of a list: {<member> = rows, nextCursor?}. Cursors name the last row that was given, so
// that they hold while other rows come and go; `key` of a row is its name. Throws RpcError
// kInvalidParams for a cursor that is none of this list's.
Value page(const std::string& member, Value::List rows, const std::string& key,
           const Value& cursor);

}  // namespace runtime::mcp
