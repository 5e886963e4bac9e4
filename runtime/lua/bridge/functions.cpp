#include "runtime/core/value/edit_distance.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/guarded.hpp"
#include "runtime/lua/bridge/vm.hpp"

// The two trampolines between Lua and native functions.
namespace runtime {

namespace {

const char kMarker = 0, kPause = 0;

const Function& function_of(lua_State* lua) {
  return *static_cast<const Function*>(lua_touserdata(lua, lua_upvalueindex(1)));
}

Args read_args(lua_State* lua, const Function& function) {
  if (vm_of(lua).closing)
    throw Error("SCRIPT_ERROR", std::string(function.name()) + " cannot be called during shutdown");
  std::vector<Value> values;
  const int count = lua_gettop(lua);
  values.reserve(static_cast<std::size_t>(count));
  const auto take = function.tables == Function::Tables::kKept ? to_held : to_value;
  for (int i = 1; i <= count; ++i) values.push_back(take(lua, i));
  auto* self = static_cast<std::shared_ptr<void>*>(lua_touserdata(lua, lua_upvalueindex(2)));
  return Args(function, std::move(values), self ? *self : nullptr, vm_of(lua).current);
}

void trace_begin(lua_State* lua, const Function& function) {
  Vm& vm = vm_of(lua);
  TraceEntry entry =
      vm.tracer->begin(lua, function, vm.current ? vm.current->trace_name : std::string());
  if (function.work.now || !vm.current)
    vm.tracer->running = std::move(entry);
  else
    vm.current->waiting = std::move(entry);
}

void trace_end(lua_State* lua, bool waited, bool good, int count) {
  Vm& vm = vm_of(lua);
  vm.tracer->end(lua, waited && vm.current ? vm.current->waiting : vm.tracer->running, good, count);
}

int call_now(lua_State* lua) {
  const Function& function = function_of(lua);
  const int given = lua_gettop(lua);
  if (vm_of(lua).tracer) trace_begin(lua, function);
  int count = 0;
  const auto work = [&] {
    ScriptLocator& locator = vm_of(lua).locator;
    locator.native(&function);
    const Results results = function.work.now(read_args(lua, function));
    locator.native(nullptr);
    luaL_checkstack(lua, static_cast<int>(results.values.size()) + 8, "results");
    for (const Value& value : results.values) push_value(lua, value);
    count = static_cast<int>(results.values.size());
  };
  const bool good = guarded(lua, work);
  if (!good) explain(lua, function, given);
  if (vm_of(lua).tracer) trace_end(lua, false, good, count);
  return good ? count : lua_error(lua);
}

// Resumed by Call::step with (true, results…) or (false, error), which lie above the arguments.
int finish_waiting(lua_State* lua, int, lua_KContext given) {
  const int arguments = static_cast<int>(given);
  const int count = lua_gettop(lua) - arguments - 1;
  const bool good = lua_toboolean(lua, arguments + 1);
  if (!good) {
    lua_settop(lua, arguments + 2);
    explain(lua, function_of(lua), arguments);
  }
  if (vm_of(lua).tracer) trace_end(lua, true, good, count);
  return good ? count : lua_error(lua);
}

void begin_waiting(lua_State* lua, const Function& function) {
  Call* call = vm_of(lua).current;
  if (!call || !lua_isyieldable(lua))
    throw Error("SCRIPT_ERROR",
                std::string(function.name()) +
                    " cannot wait here (inside table.sort, gsub, tostring or a module's top level)",
                "Call it earlier, and use the result there.");
  call->pending = function.work.waiting(read_args(lua, function));
}

int call_waiting(lua_State* lua) {
  const Function& function = function_of(lua);
  if (vm_of(lua).tracer) trace_begin(lua, function);
  const int given = lua_gettop(lua);
  if (!guarded(lua, [&] { begin_waiting(lua, function); })) {
    explain(lua, function, given);
    if (vm_of(lua).tracer) trace_end(lua, true, false, 1);
    return lua_error(lua);
  }
  push_wait_marker(lua);
  return lua_yieldk(lua, 1, given, finish_waiting);
}

// Returns the trace entry of a running function written in Lua: a to-be-closed value below its
// results.
TraceEntry& traced_at(lua_State* lua, int index) {
  return *static_cast<TraceEntry*>(lua_touserdata(lua, index));
}

int collect_traced(lua_State* lua) {
  traced_at(lua, 1).~TraceEntry();
  return 0;
}

// (entry, error): records the end of a failed function.
int close_traced(lua_State* lua) {
  Vm& vm = vm_of(lua);
  if (vm.tracer && !lua_isnoneornil(lua, 2)) vm.tracer->end(lua, traced_at(lua, 1), false, 1);
  return 0;
}

// Puts the entry below the arguments, which are all values on the stack.
void open_traced(lua_State* lua, const Function& function) {
  Vm& vm = vm_of(lua);
  new (lua_newuserdatauv(lua, sizeof(TraceEntry), 0)) TraceEntry();
  lua_insert(lua, 1);
  if (luaL_newmetatable(lua, "peekaboo.traced")) {
    lua_pushcfunction(lua, collect_traced);
    lua_setfield(lua, -2, "__gc");
    lua_pushcfunction(lua, close_traced);
    lua_setfield(lua, -2, "__close");
  }
  lua_setmetatable(lua, 1);
  traced_at(lua, 1) =
      vm.tracer->begin(lua, function, vm.current ? vm.current->trace_name : std::string(), 2);
  lua_toclose(lua, 1);
}

// `traced`: the lowest value is the entry pushed by open_traced().
int finish_scripted(lua_State* lua, int, lua_KContext traced) {
  if (!traced) return lua_gettop(lua);
  const int count = lua_gettop(lua) - 1;
  if (Vm& vm = vm_of(lua); vm.tracer) vm.tracer->end(lua, traced_at(lua, 1), true, count);
  return count;
}

// Returns the error for a method called with a dot.
Error without_object(const Function& function) {
  return Error("INVALID_ARGUMENT",
               function.name() + std::string(" is a method: call it with a colon"),
               "Write " + std::string(function.call) + "(…).");
}

bool lacks_object(lua_State* lua, const Function& function) {
  return std::string_view(function.call).find(':') != std::string_view::npos &&
         !test_object(lua, 1);
}

int call_scripted(lua_State* lua) {
  const Function& function = function_of(lua);
  if (lacks_object(lua, function)) {
    guarded(lua, [&] { throw without_object(function); });
    return lua_error(lua);
  }
  const int traced = vm_of(lua).tracer ? 1 : 0;
  if (traced) open_traced(lua, function);
  lua_getglobal(lua, "require");
  lua_pushstring(lua, function.work.script);
  lua_call(lua, 1, 1);
  lua_getfield(lua, -1, function.name());
  lua_insert(lua, 1 + traced);
  lua_pop(lua, 1);
  lua_callk(lua, lua_gettop(lua) - 1 - traced, LUA_MULTRET, traced, finish_scripted);
  return finish_scripted(lua, LUA_OK, traced);
}

int collect_self(lua_State* lua) {
  static_cast<std::shared_ptr<void>*>(lua_touserdata(lua, 1))->~shared_ptr();
  return 0;
}

void push_self(lua_State* lua, const std::shared_ptr<void>& self) {
  if (!self) return lua_pushlightuserdata(lua, nullptr);
  luaL_newmetatable(lua, "peekaboo.self");
  lua_pushcfunction(lua, collect_self);
  lua_setfield(lua, -2, "__gc");
  new (lua_newuserdatauv(lua, sizeof(self), 0)) std::shared_ptr<void>(self);
  lua_insert(lua, -2);
  lua_setmetatable(lua, -2);
}

}  // namespace

void push_wait_marker(lua_State* lua) { lua_pushlightuserdata(lua, const_cast<char*>(&kMarker)); }
bool is_wait_marker(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TLIGHTUSERDATA && lua_touserdata(lua, index) == &kMarker;
}

void push_pause_marker(lua_State* lua) { lua_pushlightuserdata(lua, const_cast<char*>(&kPause)); }
bool is_pause_marker(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TLIGHTUSERDATA && lua_touserdata(lua, index) == &kPause;
}

void push_function(lua_State* lua, const Function& function, const std::shared_ptr<void>& self) {
  if (function.work.plain) return lua_pushcfunction(lua, function.work.plain);
  lua_pushlightuserdata(lua, const_cast<Function*>(&function));
  push_self(lua, self);
  lua_pushcclosure(lua,
                   function.work.script    ? call_scripted
                   : function.work.waiting ? call_waiting
                                           : call_now,
                   2);
}

namespace {

// __index of a module, called for missing members. The first upvalue is the module's table, the
// second its name.
int refuse_member(lua_State* lua) {
  if (lua_type(lua, 2) != LUA_TSTRING) return 0;
  {
    std::vector<std::string> names;
    for (lua_pushnil(lua); lua_next(lua, lua_upvalueindex(1)); lua_pop(lua, 1))
      if (lua_type(lua, -2) == LUA_TSTRING) names.emplace_back(lua_tostring(lua, -2));
    const std::string module = lua_tostring(lua, lua_upvalueindex(2));
    const std::string near = nearest_name(lua_tostring(lua, 2), names);
    push_error(lua,
               Error("INVALID_ARGUMENT", "there is no " + module + "." + lua_tostring(lua, 2),
                     near.empty() ? "See help(" + module + ") and `peekaboo api " + module + "`."
                                  : "did you mean " + module + "." + near + "?"));
  }
  return lua_error(lua);
}

}  // namespace

void push_whole_module(lua_State* lua, const Module& module) {
  push_module(lua, module);
  lua_createtable(lua, 0, 1);
  lua_pushvalue(lua, -2);
  lua_pushstring(lua, module.name);
  lua_pushcclosure(lua, refuse_member, 2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

void push_module(lua_State* lua, const Module& module) {
  push_value(lua, module.constants.is_nil() ? Value(Value::Record()) : module.constants);
  for (const Function& function : module.functions) {
    push_function(lua, function, module.self);
    lua_setfield(lua, -2, function.name());
  }
}

}  // namespace runtime
