#include "runtime/guest/helper/budget.hpp"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/guest/helper/sandbox.hpp"
#include "runtime/guest/helper/wire.hpp"

namespace guest {

namespace {

constexpr int kInstructions = 10'000;  // between two checks of the clock
constexpr long kRespite = 400'000;  // extra microseconds of processor time for a library function

Budget budget;
std::size_t used = 0;
std::size_t printed = 0;
volatile sig_atomic_t time_is_up = 0;

void* allocate(void*, void* block, std::size_t old_size, std::size_t new_size) {
  if (!block) old_size = 0;
  if (new_size == 0) {
    std::free(block);
    used -= old_size;
    return nullptr;
  }
  if (new_size > old_size && used + (new_size - old_size) > budget.memory) return nullptr;
  void* moved = std::realloc(block, new_size);
  if (moved) used += new_size - old_size;
  return moved;
}

void ring(int) {
  if (time_is_up) _exit(protocol::kExitComputed);
  time_is_up = 1;
}

void look_at_clock(lua_State* lua, lua_Debug*) {
  if (!time_is_up) return;
  char message[80];
  std::snprintf(message, sizeof message, "the script computed for more than %g seconds",
                budget.computing);
  end_by(lua, "TIMEOUT", message);
}

int panic(lua_State*) { _exit(protocol::kExitNoMemory); }

}  // namespace

void start_clock(const Budget& given) {
  struct sigaction action = {};
  action.sa_handler = ring;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  const auto seconds = static_cast<long>(given.computing);
  const auto microseconds =
      static_cast<long>((given.computing - static_cast<double>(seconds)) * 1e6);
  const itimerval timer{{0, kRespite}, {seconds, std::max(microseconds, seconds > 0 ? 0L : 1000L)}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

lua_State* open_state(const Budget& given) {
  budget = given;
  lua_State* lua = lua_newstate(allocate, nullptr);
  if (!lua) return nullptr;
  lua_atpanic(lua, panic);
  lua_sethook(lua, look_at_clock, LUA_MASKCOUNT, kInstructions);  // inherited by coroutines
  return lua;
}

void print(const char* text, std::size_t size) {
  const std::size_t room = budget.output - std::min(budget.output, printed);
  // One byte beyond the limit shows the host that output is missing.
  const std::size_t count = std::min(size, room + 1);
  if (printed > budget.output || count == 0) return;
  printed += count;
  Outgoing frame(protocol::kPrinted);
  frame.tag(protocol::kString);
  frame.text(std::string_view(text, count));
  frame.send();
}

int line_of(lua_State* lua) {
  lua_Debug frame;
  for (int level = 0; lua_getstack(lua, level, &frame); ++level) {
    lua_getinfo(lua, "Sl", &frame);
    if (frame.currentline > 0 && std::strcmp(frame.source, kChunkName) == 0)
      return frame.currentline;
  }
  return 0;
}

void end_by(lua_State* lua, const char* code, const char* message) {
  Outgoing frame(protocol::kFailed);
  frame.tag(protocol::kRecord);
  frame.size(3);
  const auto member = [&frame](const char* name, const char* text) {
    frame.text(name);
    frame.tag(protocol::kString);
    frame.text(text);
  };
  member("code", code);
  member("message", message);
  frame.text("line");
  frame.tag(protocol::kInteger);
  frame.integer(line_of(lua));
  frame.send();
  _exit(0);
}

}  // namespace guest
