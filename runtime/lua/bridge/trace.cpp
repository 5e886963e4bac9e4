#include "runtime/lua/bridge/trace.hpp"

#include <cstdio>

#include "runtime/core/log/log.hpp"
#include "runtime/core/value/secret.hpp"
#include "runtime/lua/bridge/value_text.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr int kMaxLevels = 8;  // up to the caller's line

// Returns the line of the calling script, "" when there is none.
std::string place(lua_State* lua) {
  lua_Debug info;
  for (int level = 1; level < kMaxLevels && lua_getstack(lua, level, &info); ++level) {
    lua_getinfo(lua, "Sl", &info);
    const bool is_try = std::string_view(info.short_src) == "scripts/boot/prelude.lua";
    if (info.currentline > 0 && !is_try)
      return std::string(info.short_src) + ":" + std::to_string(info.currentline) + " ";
  }
  return "";
}

std::string error_words(lua_State* lua) {
  if (lua_type(lua, -1) != LUA_TTABLE) return values_text(lua, lua_gettop(lua), 1);
  std::string out;
  for (const char* member : {"code", "message"}) {
    lua_pushstring(lua, member);
    lua_rawget(lua, -2);
    if (lua_type(lua, -1) == LUA_TSTRING) {
      if (!out.empty()) out += ": ";
      append_cut(out, without_secrets(lua_tostring(lua, -1)), kLongestValues);
    }
    lua_pop(lua, 1);
  }
  return out.empty() ? values_text(lua, lua_gettop(lua), 1) : out;
}

}  // namespace

std::string Tracer::name(const std::string& parent) {
  const std::string number = std::to_string(++calls_);
  return parent.empty() ? number : parent + "." + number;
}

TraceEntry Tracer::begin(lua_State* lua, const Function& function, const std::string& call,
                         int first) {
  std::string words = "[" + call + "] " + place(lua);
  words +=
      std::string(function.call) + "(" + values_text(lua, first, lua_gettop(lua) - first + 1) + ")";
  return TraceEntry{std::move(words), std::chrono::steady_clock::now()};
}

void Tracer::end(lua_State* lua, const TraceEntry& entry, bool good, int count) {
  const std::chrono::duration<double, std::milli> taken =
      std::chrono::steady_clock::now() - entry.began;
  std::string line = entry.words;
  if (!good)
    line += " failed: " + error_words(lua);
  else if (count > 0)
    line += " -> " + values_text(lua, lua_gettop(lua) - count + 1, count);
  char milliseconds[40];
  std::snprintf(milliseconds, sizeof milliseconds, ", %.3f ms", taken.count());
  write_(log::redacted(line + milliseconds));
}

}  // namespace runtime
