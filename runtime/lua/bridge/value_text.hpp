#pragma once

#include <string>
#include <string_view>

struct lua_State;

// Lua values as one short line for people, bounded whatever they are: texts, lists and records are
// cut; members named like a secret, what texts assign to such names, and the word after
// "--password" are masked, and so is a member `stdin`. No metamethod runs.
namespace runtime {

inline constexpr std::size_t kLongestValues = 300;  // bytes

// Adds at most `most` bytes of a text, whole UTF-8 characters, as plain_line() has them; "…" tells
// of a cut.
void append_cut(std::string& out, std::string_view text, std::size_t most);
// The `count` values from the stack's index `first` on, with commas in between.
std::string values_text(lua_State* lua, int first, int count);

}  // namespace runtime
