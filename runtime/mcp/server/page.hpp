#pragma once

#include <functional>
#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// Maximum number of rows in one answer to a list request.
inline constexpr std::size_t kPageSize = 100;

// Returns one page of a list: {<member> = rows, nextCursor?}. Cursors name the last row returned,
// so they stay valid while other rows come and go; `key` is the member with a row's name. Throws
// RpcError kInvalidParams for a cursor that does not belong to this list.
Value page(const std::string& member, Value::List rows, const std::string& key,
           const Value& cursor);

}  // namespace runtime::mcp
