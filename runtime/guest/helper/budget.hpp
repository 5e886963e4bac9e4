#pragma once

#include <cstddef>
#include <lua5.4/lua.hpp>

// A script's limits inside this process. The host enforces wall-clock time.
namespace guest {

struct Budget {
  std::size_t memory = 0;  // bytes of Lua
  double computing = 0;    // seconds of processor time
  std::size_t output = 0;  // bytes printed; the rest is dropped
};

// Starts counting processor time. Call it while all system calls are still allowed.
void start_clock(const Budget& budget);

// Returns a Lua state that cannot grow beyond the budget; null like lua_newstate when there is no
// memory at all. When time is up, the script's next line ends the process with a message to the
// host; if there is no next line, because a library function is computing, the process ends without
// one.
lua_State* open_state(const Budget& budget);

// Prints within the budget.
void print(const char* text, std::size_t size);

// Reports a failure to the host as the process's last message and ends the process. Finds the line
// of the failure in `lua`.
[[noreturn]] void end_by(lua_State* lua, const char* code, const char* message);

// Returns the current line of the script in `lua`, or 0.
int line_of(lua_State* lua);

}  // namespace guest
