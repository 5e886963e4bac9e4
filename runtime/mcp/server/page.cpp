#include "runtime/mcp/server/page.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/core/value/base64.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::mcp {

namespace {

std::string cursor_after(const std::string& member, const std::string& name) {
  const std::string plain = member + "\n" + name;
  std::string cursor;
  append_base64(cursor, {reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size()});
  return cursor;
}

std::size_t start_of(const Value::List& rows, const std::string& member, const std::string& key,
                     const Value& cursor) {
  if (cursor.is_nil()) return 0;
  const RpcError unknown(kInvalidParams, "Invalid params: unknown or expired cursor");
  const auto plain = cursor.string() ? decode_base64(*cursor.string()) : std::nullopt;
  if (!plain) throw unknown;
  const std::string text(plain->begin(), plain->end());
  if (!text.starts_with(member + "\n")) throw unknown;
  const Value name(text.substr(member.size() + 1));
  const auto last =
      std::find_if(rows.begin(), rows.end(), [&](const Value& row) { return row[key] == name; });
  if (last == rows.end()) throw unknown;
  return static_cast<std::size_t>(last - rows.begin()) + 1;
}

}  // namespace

Value page(const std::string& member, Value::List rows, const std::string& key,
           const Value& cursor) {
  const std::size_t start = start_of(rows, member, key, cursor);
  const std::size_t end = std::min(rows.size(), start + kPageSize);
  const bool more = end < rows.size();
  std::string next = more ? cursor_after(member, *rows[end - 1][key].string()) : std::string();
  const auto at = [&](std::size_t index) {
    return std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(index));
  };
  Value result;
  result.set(member, Value::List(at(start), at(end)));
  if (more) result.set("nextCursor", std::move(next));
  return result;
}

}  // namespace runtime::mcp
