#pragma once

#include <string>
#include <string_view>

struct lua_State;

// Formats Lua values as one short line for people, of bounded length: shortens strings, lists and
// records; masks members named like a secret, values assigned to such names within strings, the
// word after "--password", and a member `stdin`. Runs no metamethods.
namespace runtime {

inline constexpr std::size_t kLongestValues = 300;  // bytes

// Appends at most `most` bytes of a string, in whole UTF-8 characters, as plain_line() returns
// them; "…" marks a cut.
void append_cut(std::string& out, std::string_view text, std::size_t most);
// Returns the `count` values from the stack's index `first` on, separated by commas.
std::string values_text(lua_State* lua, int first, int count);

}  // namespace runtime
