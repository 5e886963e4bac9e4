# Lua's C++ library exports C names on some systems (Debian 12) and C++ names on others (Debian 13). Its header lua.hpp
# declares C names; where C++ names link, a generated header of the same name replaces it.
include(CheckCXXSourceCompiles)
function(peekaboo_lua_links result headers)
  set(CMAKE_REQUIRED_LIBRARIES PkgConfig::LUA)
  check_cxx_source_compiles("${headers}\nint main() { lua_close(luaL_newstate()); }" ${result})
endfunction()

set(lua_headers_of_cpp "#include <lua5.4/lua.h>\n#include <lua5.4/lualib.h>\n#include <lua5.4/lauxlib.h>\n")
peekaboo_lua_links(PEEKABOO_LUA_EXPORTS_C_NAMES "#include <lua5.4/lua.hpp>")
if(NOT PEEKABOO_LUA_EXPORTS_C_NAMES)
  peekaboo_lua_links(PEEKABOO_LUA_EXPORTS_CPP_NAMES "${lua_headers_of_cpp}")
  if(NOT PEEKABOO_LUA_EXPORTS_CPP_NAMES)
    message(FATAL_ERROR "lua5.4-c++ links with neither the names of C nor those of C++")
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lua_headers/lua5.4/lua.hpp CONTENT "#pragma once\n${lua_headers_of_cpp}" @ONLY)
  target_include_directories(PkgConfig::LUA BEFORE INTERFACE ${PROJECT_BINARY_DIR}/lua_headers)
endif()
