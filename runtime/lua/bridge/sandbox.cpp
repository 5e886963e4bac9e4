#include "runtime/lua/bridge/sandbox.hpp"

#include "runtime/lua/bridge/guarded.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr const char* kFinder = "peekaboo.finder";
constexpr const char* kUsersFinder = "peekaboo.finder for users";

int print(lua_State* lua) {
  luaL_Buffer line;
  const int count = lua_gettop(lua);
  luaL_buffinit(lua, &line);
  for (int i = 1; i <= count; ++i) {
    if (i > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(lua, i, nullptr);
    luaL_addvalue(&line);
  }
  luaL_pushresult(&line);
  std::size_t size = 0;
  const char* text = lua_tolstring(lua, -1, &size);
  if (vm_of(lua).print) vm_of(lua).print(std::string_view(text, size));
  return 0;
}

// Replaces blocking functions, which are missing; the error names the alternative.
int refuse(lua_State* lua) {
  const char* name = lua_tostring(lua, lua_upvalueindex(1));
  const char* remedy = lua_tostring(lua, lua_upvalueindex(2));
  push_error(lua, Error("UNSUPPORTED", std::string(name) + " is not available", remedy));
  return lua_error(lua);
}

void add_refusals(lua_State* lua) {
  static constexpr const char* kRefused[][2] = {
      {"execute", "Require \"process\" and use process.run."},
      {"remove", "Require \"fs\" and use fs.remove."},
      {"rename", "Require \"fs\" and use fs.read, fs.write and fs.remove."},
      {"tmpname", "Require \"fs\" and use fs.temporary_directory."}};
  lua_getglobal(lua, "os");
  for (const auto& [name, remedy] : kRefused) {
    lua_pushfstring(lua, "os.%s", name);
    lua_pushstring(lua, remedy);
    lua_pushcclosure(lua, refuse, 2);
    lua_setfield(lua, -2, name);
  }
  lua_pop(lua, 1);
}

void remove_members(lua_State* lua, const char* table, std::initializer_list<const char*> names) {
  lua_getglobal(lua, table);
  for (const char* name : names) {
    lua_pushnil(lua);
    lua_setfield(lua, -2, name);
  }
  lua_pop(lua, 1);
}

// load(chunk, name, mode, env), for source text only.
int load_text(lua_State* lua) {
  const int count = lua_gettop(lua) < 4 ? 3 : 4;
  lua_settop(lua, count);
  lua_pushliteral(lua, "t");
  lua_replace(lua, 3);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, count, LUA_MULTRET);
  return lua_gettop(lua);
}

int collect_finder(lua_State* lua) {
  static_cast<ScriptFinder*>(lua_touserdata(lua, 1))->~ScriptFinder();
  return 0;
}

const ScriptFinder& finder(lua_State* lua, const char* which = kFinder) {
  lua_getfield(lua, LUA_REGISTRYINDEX, which);
  const auto* found = static_cast<ScriptFinder*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  return *found;
}

// Compiles a script and pushes the function or the error message.
bool compile(lua_State* lua, const Script& script) {
  const std::string chunk = "@" + script.name;
  const char* mode = script.form == Script::Form::kBytecode ? "b" : "t";
  // Stops the collector: nearly everything that the compiler allocates stays, and collecting
  // meanwhile took a tenth of the program's startup time.
  const bool collecting = lua_gc(lua, LUA_GCISRUNNING) != 0;
  lua_gc(lua, LUA_GCSTOP);
  const bool compiled =
      luaL_loadbufferx(lua, script.text.data(), script.text.size(), chunk.c_str(), mode) == LUA_OK;
  if (collecting) lua_gc(lua, LUA_GCRESTART);
  return compiled;
}

// Pushes a member of the script "lib.strict"; returns false when that script does not exist.
bool push_strict(lua_State* lua, const char* member) {
  if (!finder(lua) || !finder(lua)("lib.strict")) return false;
  lua_getglobal(lua, "require");
  lua_pushliteral(lua, "lib.strict");
  if (lua_pcall(lua, 1, 1, 0) != LUA_OK) throw take_error(lua).error;
  lua_getfield(lua, -1, member);
  lua_replace(lua, -2);
  return true;
}

// Makes the table on top the globals of a user's file.
void guard_globals(lua_State* lua) {
  if (push_strict(lua, "environment")) {
    lua_pushvalue(lua, -2);
    if (lua_pcall(lua, 1, 0, 0) != LUA_OK) throw take_error(lua).error;
    return;
  }
  lua_newtable(lua);
  lua_pushglobaltable(lua);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

// Finds and compiles module `name`: pushes a function and the script's name, or a message, and
// returns the number of values. Returns -1 when it cannot be compiled, with the message on top.
int search(lua_State* lua, const char* name) {
  const std::optional<Script> script = finder(lua) ? finder(lua)(name) : std::nullopt;
  if (!script) {
    lua_pushfstring(lua, "no script '%s'", name);
    return 1;
  }
  vm_of(lua).own_scripts.insert(script->name);
  if (!compile(lua, *script)) return -1;
  lua_pushstring(lua, script->name.c_str());
  return 2;
}

int script_searcher(lua_State* lua) {
  const char* name = luaL_checkstring(lua, 1);
  int count = 0;
  const bool good = guarded(lua, [&] { count = search(lua, name); });
  return good && count >= 0 ? count : lua_error(lua);
}

// The same for a user's file: pushes true for a public module, else a function and the file's name,
// or nothing.
int search_for_users(lua_State* lua, const char* name) {
  const ScriptFinder& find = finder(lua, kUsersFinder);
  const std::optional<Script> script = find ? find(name) : std::nullopt;
  if (!script) return 0;
  if (!script->users) return lua_pushboolean(lua, true), 1;
  if (!compile(lua, *script)) return -1;
  if (push_strict(lua, "shared")) lua_setupvalue(lua, -2, 1);
  lua_pushstring(lua, script->name.c_str());
  return 2;
}

int find_for_users(lua_State* lua) {
  const char* name = luaL_checkstring(lua, 1);
  int count = 0;
  const bool good = guarded(lua, [&] { count = search_for_users(lua, name); });
  return good && count >= 0 ? count : lua_error(lua);
}

void keep_finder(lua_State* lua, ScriptFinder find, const char* name) {
  new (lua_newuserdatauv(lua, sizeof(ScriptFinder), 0)) ScriptFinder(std::move(find));
  lua_newtable(lua);
  lua_pushcfunction(lua, collect_finder);
  lua_setfield(lua, -2, "__gc");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, LUA_REGISTRYINDEX, name);
}

int open_native_module(lua_State* lua) {
  push_whole_module(lua, *static_cast<const Module*>(lua_touserdata(lua, lua_upvalueindex(1))));
  return 1;
}

int collect_module(lua_State* lua) {
  static_cast<Module*>(lua_touserdata(lua, 1))->~Module();
  return 0;
}

using Opener = std::function<Module()>;

int collect_opener(lua_State* lua) {
  static_cast<Opener*>(lua_touserdata(lua, 1))->~Opener();
  return 0;
}

int open_later_module(lua_State* lua) {
  const auto work = [lua] {
    const Module module = (*static_cast<Opener*>(lua_touserdata(lua, lua_upvalueindex(1))))();
    push_whole_module(lua, module);
    vm_of(lua).modules.push_back(module);
  };
  return guarded(lua, work) ? 1 : lua_error(lua);
}

// function(require, module, name)
int pick(lua_State* lua) {
  lua_pushvalue(lua, 1);
  lua_pushvalue(lua, 2);
  lua_call(lua, 1, 1);
  if (!lua_istable(lua, -1)) return 0;
  lua_getfield(lua, -1, lua_tostring(lua, 3));
  return 1;
}

// Lets interrupts find the coroutine that runs.
void watch_coroutines(lua_State* lua) {
  lua_getglobal(lua, "coroutine");
  for (const char* name : {"resume", "close"}) {
    lua_getfield(lua, -1, name);
    lua_pushcclosure(lua, run_coroutine, 1);
    lua_setfield(lua, -2, name);
  }
  lua_pop(lua, 1);
}

}  // namespace

void open_libraries(lua_State* lua) {
  static constexpr luaL_Reg kLibraries[] = {
      {"_G", luaopen_base},     {"package", luaopen_package}, {"coroutine", luaopen_coroutine},
      {"table", luaopen_table}, {"string", luaopen_string},   {"utf8", luaopen_utf8},
      {"math", luaopen_math},   {"os", luaopen_os},           {"debug", luaopen_debug}};
  for (const luaL_Reg& library : kLibraries) {
    luaL_requiref(lua, library.name, library.func, 1);
    lua_pop(lua, 1);
  }
  watch_coroutines(lua);
  remove_members(lua, "os", {"setlocale"});
  add_refusals(lua);
  install_exit(lua);
  remove_members(lua, "debug",
                 {"debug", "getregistry", "sethook", "setmetatable", "setuservalue", "setupvalue",
                  "upvaluejoin", "getupvalue", "setlocal"});
  remove_members(lua, "string", {"dump"});
  remove_members(lua, "package", {"loadlib", "searchpath", "cpath", "path", "config"});
  for (const char* name : {"dofile", "loadfile"}) {
    lua_pushnil(lua);
    lua_setglobal(lua, name);
  }
  lua_getglobal(lua, "load");
  lua_pushcclosure(lua, load_text, 1);
  lua_setglobal(lua, "load");
  lua_pushcfunction(lua, print);
  lua_setglobal(lua, "print");
  note_slow_functions(lua);
}

void install_loader(lua_State* lua, ScriptFinder find_script, ScriptFinder for_users) {
  keep_finder(lua, std::move(find_script), kFinder);
  keep_finder(lua, std::move(for_users), kUsersFinder);

  lua_getglobal(lua, "package");
  lua_pushcfunction(lua, find_for_users);
  lua_setfield(lua, -2, "find_for_users");
  lua_getfield(lua, -1, "searchers");
  for (lua_Integer i = 3; i <= 4; ++i) {  // the C searchers
    lua_pushnil(lua);
    lua_rawseti(lua, -2, i);
  }
  lua_pushcfunction(lua, script_searcher);
  lua_rawseti(lua, -2, 2);
  lua_pop(lua, 2);
}

void add_native_module(lua_State* lua, const Module& module) {
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  new (lua_newuserdatauv(lua, sizeof(Module), 0)) Module(module);
  lua_newtable(lua);
  lua_pushcfunction(lua, collect_module);
  lua_setfield(lua, -2, "__gc");
  lua_setmetatable(lua, -2);
  lua_pushcclosure(lua, open_native_module, 1);
  lua_setfield(lua, -2, module.name);
  lua_pop(lua, 1);
}

void add_later_module(lua_State* lua, const std::string& name, std::function<Module()> open) {
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  new (lua_newuserdatauv(lua, sizeof(Opener), 0)) Opener(std::move(open));
  lua_newtable(lua);
  lua_pushcfunction(lua, collect_opener);
  lua_setfield(lua, -2, "__gc");
  lua_setmetatable(lua, -2);
  lua_pushcclosure(lua, open_later_module, 1);
  lua_setfield(lua, -2, name.c_str());
  lua_pop(lua, 1);
}

void run_prelude(lua_State* lua) {
  const std::optional<Script> script = finder(lua) ? finder(lua)("boot.prelude") : std::nullopt;
  if (!script) return;
  vm_of(lua).own_scripts.insert(script->name);
  int status = compile(lua, *script) ? LUA_OK : LUA_ERRSYNTAX;
  if (status == LUA_OK) {
    push_wait_marker(lua);
    push_pause_marker(lua);
    lua_pushcfunction(lua, take_pause);
    lua_pushcfunction(lua, remember_from_script);
    lua_pushcfunction(lua, tell_exit);
    status = lua_pcall(lua, 5, 0, 0);
    vm_of(lua).passes_pauses = status == LUA_OK;
  }
  if (status == LUA_OK) return;
  throw take_error(lua).error;
}

int load_user_script(lua_State* lua, const Script& script, const Value& globals) {
  if (!compile(lua, script)) {
    const std::string message = lua_tostring(lua, -1);
    lua_pop(lua, 1);
    throw Error("SCRIPT_ERROR", message, "Correct the line named.");
  }
  push_value(lua, globals.is_nil() ? Value(Value::Record()) : globals);
  guard_globals(lua);
  lua_setupvalue(lua, -2, 1);
  return luaL_ref(lua, LUA_REGISTRYINDEX);
}

std::shared_ptr<Callback> pick_function(const std::shared_ptr<Vm>& vm) {
  lua_pushcfunction(vm->lua, pick);
  return std::make_shared<Callback>(vm, luaL_ref(vm->lua, LUA_REGISTRYINDEX));
}

}  // namespace runtime
