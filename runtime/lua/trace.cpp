#include "runtime/lua/trace.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "runtime/core/log.hpp"
#include "runtime/lua/vm.hpp"

namespace runtime {

namespace {

constexpr std::size_t kLongestText = 60;    // bytes of one text
constexpr std::size_t kLongestWords = 300;  // bytes of all arguments or results
constexpr int kMostItems = 4;               // of a list
constexpr std::size_t kMostMembers = 8;     // of a record
constexpr std::size_t kMostKeys = 64;       // that are looked at
constexpr int kDeepest = 2;
constexpr int kMostLevels = 8;  // up to the caller's line

void append_cut(std::string& out, std::string_view text, std::size_t most) {
  std::size_t size = std::min(text.size(), most);
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
    --size;
  for (const char c : text.substr(0, size)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  if (size < text.size()) out += "…";
}

void append_value(std::string& out, lua_State* lua, int index, int depth);

void append_items(std::string& out, lua_State* lua, int index, int count, int depth) {
  for (int i = 1; i <= std::min(count, kMostItems); ++i) {
    if (i > 1) out += ", ";
    lua_rawgeti(lua, index, i);
    append_value(out, lua, -1, depth + 1);
    lua_pop(lua, 1);
  }
  if (count > kMostItems) out += ", … " + std::to_string(count) + " in all";
}

std::vector<std::string> keys_of(lua_State* lua, int index) {
  std::vector<std::string> keys;
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    if (lua_type(lua, -2) == LUA_TSTRING) keys.emplace_back(lua_tostring(lua, -2));
    lua_pop(lua, 1);
    if (keys.size() < kMostKeys) continue;
    lua_pop(lua, 1);
    break;
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

void append_members(std::string& out, lua_State* lua, int index, bool first, int depth) {
  const std::vector<std::string> keys = keys_of(lua, index);
  for (std::size_t i = 0; i < std::min(keys.size(), kMostMembers); ++i) {
    if (!std::exchange(first, false)) out += ", ";
    append_cut(out, keys[i], kLongestText);
    out += " = ";
    if (log::is_secret(keys[i])) {
      out += log::kMask;
      continue;
    }
    lua_pushlstring(lua, keys[i].data(), keys[i].size());
    lua_rawget(lua, index);
    append_value(out, lua, -1, depth + 1);
    lua_pop(lua, 1);
  }
  if (keys.size() > kMostMembers) out += ", …";
}

void append_table(std::string& out, lua_State* lua, int index, int depth) {
  if (depth >= kDeepest) {
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
  if (out.size() > kLongestWords) return;
  switch (lua_type(lua, index)) {
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(lua, index, &size);
      out += '"';
      append_cut(out, std::string_view(text, size), kLongestText);
      out += '"';
      return;
    }
    case LUA_TNUMBER:  // a copy: lua_tolstring changes what it reads
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

std::string values(lua_State* lua, int first, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    append_value(out, lua, first + i, 0);
  }
  if (out.size() <= kLongestWords) return out;
  std::string cut;
  append_cut(cut, out, kLongestWords);
  return cut;
}

// The line of the script that calls, "" when there is none.
std::string place(lua_State* lua) {
  lua_Debug info;
  for (int level = 1; level < kMostLevels && lua_getstack(lua, level, &info); ++level) {
    lua_getinfo(lua, "Sl", &info);
    if (info.currentline > 0)
      return std::string(info.short_src) + ":" + std::to_string(info.currentline) + " ";
  }
  return "";
}

std::string error_words(lua_State* lua) {
  if (lua_type(lua, -1) != LUA_TTABLE) return values(lua, lua_gettop(lua), 1);
  std::string out;
  for (const char* member : {"code", "message"}) {
    lua_pushstring(lua, member);
    lua_rawget(lua, -2);
    if (lua_type(lua, -1) == LUA_TSTRING) {
      if (!out.empty()) out += ": ";
      append_cut(out, lua_tostring(lua, -1), kLongestWords);
    }
    lua_pop(lua, 1);
  }
  return out;
}

}  // namespace

std::string Tracer::name(const std::string& parent) {
  const std::string number = std::to_string(++calls_);
  return parent.empty() ? number : parent + "." + number;
}

TraceEntry Tracer::begin(lua_State* lua, const Function& function, const std::string& call) {
  const std::string_view signature = function.signature;
  std::string words = "[" + call + "] " + place(lua);
  words += signature.substr(0, signature.find_first_of("({ "));
  words += "(" + values(lua, 1, lua_gettop(lua)) + ")";
  return TraceEntry{std::move(words), std::chrono::steady_clock::now()};
}

void Tracer::end(lua_State* lua, const TraceEntry& entry, bool good, int count) {
  const std::chrono::duration<double, std::milli> taken =
      std::chrono::steady_clock::now() - entry.began;
  std::string line = entry.words;
  if (!good)
    line += " failed: " + error_words(lua);
  else if (count > 0)
    line += " -> " + values(lua, lua_gettop(lua) - count + 1, count);
  char milliseconds[40];
  std::snprintf(milliseconds, sizeof milliseconds, ", %.3f ms", taken.count());
  write_(log::redacted(line + milliseconds));
}

}  // namespace runtime
