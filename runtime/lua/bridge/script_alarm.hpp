#pragma once

#include <lua5.4/lua.hpp>
#include <optional>

#include "runtime/core/async/processor_timer.hpp"

namespace runtime {

// For runtime/lua only: lets a hook run in the Lua code of a thread after every few milliseconds of
// its processor time. A hook that Lua counts instructions for would make all code half as fast, for
// Lua looks at it before each of them.
class ScriptAlarm {
 public:
  // Create it on the thread that runs Lua. Where the system has no such timer, the hook is called
  // by counted instructions.
  ScriptAlarm(lua_State* lua, lua_Hook hook);
  ~ScriptAlarm();
  ScriptAlarm(const ScriptAlarm&) = delete;
  ScriptAlarm& operator=(const ScriptAlarm&) = delete;

  // Takes the hook away until the next alarm. The hook does so first.
  void rest(lua_State* lua) const;

 private:
  lua_State* const lua_;
  const lua_Hook hook_;
  std::optional<ProcessorTimer> timer_;
};

// The Lua thread that runs as long as this object lives, which alarms are for. It lives on the
// stack: threads that run each other are nested.
class RunningThread {
 public:
  explicit RunningThread(lua_State* lua);
  ~RunningThread();
  RunningThread(const RunningThread&) = delete;
  RunningThread& operator=(const RunningThread&) = delete;

  // Return the innermost one, and the one that runs this one; null at the end.
  static const RunningThread* innermost();
  const RunningThread* outer() const { return outer_; }
  lua_State* lua() const { return lua_; }

 private:
  lua_State* const lua_;
  const RunningThread* const outer_;
};

}  // namespace runtime
