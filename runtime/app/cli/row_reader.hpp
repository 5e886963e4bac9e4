#pragma once

#include <memory>
#include <string>

#include "runtime/app/host/script_source.hpp"

struct lua_State;

// Reads rows from scripts without running what they require.
namespace runtime {

struct CloseLua {
  void operator()(lua_State* lua) const;
};
using RowState = std::unique_ptr<lua_State, CloseLua>;

// Returns a state in which require() gives the modules of `provide`, and for any other a value that
// has every field and can be called. Throws Error "INTERNAL_ERROR".
RowState open_row_state();

// Runs a script and leaves its module on top of the stack. Throws Error "SCRIPT_ERROR".
void run_rows(lua_State* lua, const Script& script);
// Makes the module on top of the stack what require(name) gives, and removes it from there.
void provide(lua_State* lua, const char* name);

// Fields of the table on top of the stack; "" and false where there is none.
std::string text_field(lua_State* lua, const char* name);
std::string text_at(lua_State* lua, int place);
bool is_true(lua_State* lua, const char* name);
// Returns the strings of the list on top of the stack, separated by blanks.
std::string joined_texts(lua_State* lua);

}  // namespace runtime
