#include "runtime/lua/bridge/script_locator.hpp"

#include <chrono>
#include <lua5.4/lua.hpp>

#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

namespace {

constexpr std::chrono::milliseconds kAnswerPatience(100);
constexpr int kMostLevels = 20;  // nesting depth of C functions

}  // namespace

std::string line_of(lua_State* lua) {
  lua_Debug info;
  for (int level = 0; level < kMostLevels && lua_getstack(lua, level, &info); ++level) {
    lua_getinfo(lua, "Sl", &info);
    if (info.currentline > 0)
      return std::string(info.short_src) + ":" + std::to_string(info.currentline);
  }
  return {};
}

void ScriptLocator::answer(lua_State* lua) {
  std::string place = line_of(lua);
  const std::lock_guard lock(guard_);
  answer_ = std::move(place);
  asked_ = false;
  answered_.notify_all();
}

void ScriptLocator::note(lua_State* lua, const char* function) {
  std::string place = line_of(lua);
  const std::lock_guard lock(guard_);
  note_ = std::move(place) + " (in " + function + ")";
  noted_ = true;
}

std::string ScriptLocator::where() {
  std::unique_lock lock(guard_);
  asked_ = true;
  if (answered_.wait_for(lock, kAnswerPatience, [this] { return !asked_; }) && !answer_.empty())
    return answer_;
  asked_ = false;
  if (noted_) return note_;
  const std::string* name = name_;
  std::string place = name && !name->empty() ? *name + ", no line known" : "not in a script";
  if (const Function* function = native_) place += " (in " + std::string(function->call) + ")";
  return place;
}

}  // namespace runtime
