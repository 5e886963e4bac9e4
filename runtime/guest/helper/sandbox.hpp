#pragma once

#include <lua5.4/lua.hpp>
#include <string_view>

namespace guest {

// The script's name in tracebacks, as Lua wants it.
inline constexpr const char* kChunkName = "=script";

// The libraries that reach nothing outside of Lua, print(), try(), and of os the clock. Text alone
// is compiled.
void open_libraries(lua_State* lua);

// Compiles and runs the script, and tells the host how it ended. Never raises.
void run_script(lua_State* lua, std::string_view text);

}  // namespace guest
