#pragma once

#include <cstddef>
#include <lua5.4/lua.hpp>

// What a script may use up in here. Wall time is the host's to watch.
namespace guest {

struct Budget {
  std::size_t memory = 0;  // bytes of Lua
  double computing = 0;    // seconds of processor time
  std::size_t output = 0;  // bytes that are printed; the rest is dropped
};

// From now on the processor time counts. To be called while all system calls are still there.
void start_clock(const Budget& budget);

// A Lua state that cannot grow beyond the budget; lua_newstate's null when there is no memory at
// all. Past the time, its next line ends the process with a word to the host; when no next line
// comes, because a library function computes, the process ends without.
lua_State* open_state(const Budget& budget);

// Prints within the budget.
void print(const char* text, std::size_t size);

// Tells the host of a failure, and ends the process. `lua` is where it happened; the line is found
// there. The message is the process's last.
[[noreturn]] void end_by(lua_State* lua, const char* code, const char* message);

// The line of the script that runs in `lua`, or 0.
int line_of(lua_State* lua);

}  // namespace guest
