#pragma once

#include <lua5.4/lua.hpp>
#include <string_view>

namespace guest {

// The script's name in tracebacks, in Lua's notation.
inline constexpr const char* kChunkName = "=script";

// Opens the libraries that reach nothing outside Lua, print(), try(), and the clock of os. Only
// source text can be compiled.
void open_libraries(lua_State* lua);

// Compiles and runs the script, and reports its result to the host. Never raises.
void run_script(lua_State* lua, std::string_view text);

}  // namespace guest
