#include "runtime/lua/bridge/value_text.hpp"

#include <algorithm>
#include <vector>

#include "runtime/core/value/plain_text.hpp"
#include "runtime/core/value/secret.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

void append_cut(std::string& out, std::string_view text, std::size_t most) {
  std::size_t size = std::min(text.size(), most);
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
    --size;
  out += plain_line(text.substr(0, size));
  if (size < text.size()) out += "…";
}

namespace {

constexpr std::size_t kLongestText = 60;  // bytes of one string
constexpr std::size_t kMaxLookedAt = 4096;
constexpr int kMaxItems = 4;            // of a list
constexpr std::size_t kMaxMembers = 8;  // of a record
constexpr std::size_t kMaxKeys = 64;    // examined
constexpr int kDeepestTable = 2;
constexpr std::string_view kInput = "stdin";  // of a process: data too private for a command line

void append_value(std::string& out, lua_State* lua, int index, int depth);

bool announces_secret_at(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TSTRING && announces_secret(lua_tostring(lua, index));
}

void append_items(std::string& out, lua_State* lua, int index, int count, int depth) {
  bool secret = false;
  for (int i = 1; i <= std::min(count, kMaxItems); ++i) {
    if (i > 1) out += ", ";
    lua_rawgeti(lua, index, i);
    if (secret)
      out += kSecretMask;
    else
      append_value(out, lua, -1, depth + 1);
    secret = !secret && announces_secret_at(lua, -1);
    lua_pop(lua, 1);
  }
  if (count > kMaxItems) out += ", … " + std::to_string(count) + " in all";
}

std::vector<std::string> keys_of(lua_State* lua, int index) {
  std::vector<std::string> keys;
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    if (lua_type(lua, -2) == LUA_TSTRING) keys.emplace_back(lua_tostring(lua, -2));
    lua_pop(lua, 1);
    if (keys.size() < kMaxKeys) continue;
    lua_pop(lua, 1);
    break;
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

void append_members(std::string& out, lua_State* lua, int index, bool first, int depth) {
  const std::vector<std::string> keys = keys_of(lua, index);
  for (std::size_t i = 0; i < std::min(keys.size(), kMaxMembers); ++i) {
    if (!std::exchange(first, false)) out += ", ";
    append_cut(out, keys[i], kLongestText);
    out += " = ";
    if (is_secret(keys[i]) || keys[i] == kInput) {
      out += kSecretMask;
      continue;
    }
    lua_pushlstring(lua, keys[i].data(), keys[i].size());
    lua_rawget(lua, index);
    append_value(out, lua, -1, depth + 1);
    lua_pop(lua, 1);
  }
  if (keys.size() > kMaxMembers) out += ", …";
}

void append_table(std::string& out, lua_State* lua, int index, int depth) {
  if (depth >= kDeepestTable) {
    out += "{…}";
    return;
  }
  luaL_checkstack(lua, 6, "trace");
  const int table = lua_absindex(lua, index);
  const auto count = static_cast<int>(std::min<lua_Unsigned>(lua_rawlen(lua, table), 1000000));
  out += '{';
  append_items(out, lua, table, count, depth);
  append_members(out, lua, table, count == 0, depth);
  out += '}';
}

void append_userdata(std::string& out, lua_State* lua, int index) {
  if (const BlobRef* blob = test_blob(lua, index))
    out +=
        "blob " + (*blob)->media_type() + " " + std::to_string((*blob)->bytes().size()) + " bytes";
  else if (const std::shared_ptr<Object>* object = test_object(lua, index))
    out += (*object)->type().name;
  else
    out += "userdata";
}

void append_value(std::string& out, lua_State* lua, int index, int depth) {
  if (out.size() > kLongestValues) return;
  switch (lua_type(lua, index)) {
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(lua, index, &size);
      out += '"';
      append_cut(out, without_secrets(std::string_view(text, std::min(size, kMaxLookedAt))),
                 kLongestText);
      out += '"';
      return;
    }
    case LUA_TNUMBER:  // a copy, because lua_tolstring changes the value it reads
      lua_pushvalue(lua, index);
      out += lua_tostring(lua, -1);
      lua_pop(lua, 1);
      return;
    case LUA_TBOOLEAN:
      out += lua_toboolean(lua, index) ? "true" : "false";
      return;
    case LUA_TTABLE:
      return append_table(out, lua, index, depth);
    case LUA_TUSERDATA:
      return append_userdata(out, lua, index);
    default:
      out += lua_typename(lua, lua_type(lua, index));
  }
}

}  // namespace

std::string values_text(lua_State* lua, int first, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    append_value(out, lua, first + i, 0);
  }
  if (out.size() <= kLongestValues) return out;
  std::string cut;
  append_cut(cut, out, kLongestValues);
  return cut;
}

}  // namespace runtime
