// peekaboo-guest: runs one script of an AI client in a confined process, which can reach the
// outside only by asking the host over two pipes. See protocol.hpp.

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <exception>

#include "runtime/guest/helper/budget.hpp"
#include "runtime/guest/helper/calls.hpp"
#include "runtime/guest/helper/confine.hpp"
#include "runtime/guest/helper/sandbox.hpp"
#include "runtime/guest/helper/values.hpp"

namespace guest {
namespace {

// Memory beyond that of scripts: the program itself, its stack, and the allocator's overhead.
constexpr std::size_t kOwnMemory = std::size_t{64} << 20;
constexpr std::size_t kMemoryFactor = 3;

// The host's order, read before the process is confined.
struct Order {
  std::string_view script;
  Budget budget;
  double seconds = 0;
  bool unfiltered = false;
};

double number_of(Incoming& frame) {
  return frame.tag() == protocol::kInteger ? static_cast<double>(frame.integer()) : frame.number();
}

// The plain values come first, in this order; modules, objects and arguments are read by Lua.
Order read_order(Incoming& frame) {
  Order order;
  frame.tag();
  order.script = frame.text();
  order.seconds = number_of(frame);
  order.budget.computing = number_of(frame);
  order.budget.memory = static_cast<std::size_t>(number_of(frame));
  order.budget.output = static_cast<std::size_t>(number_of(frame));
  order.unfiltered = frame.tag() == protocol::kTrue;
  return order;
}

Confinement confine_for(const Order& order) {
  Limits limits;
  limits.memory = kOwnMemory + kMemoryFactor * order.budget.memory;
  limits.computing = static_cast<unsigned>(order.budget.computing) + 2;
  limits.seconds = static_cast<unsigned>(order.seconds) + 5;
  return confine(limits, order.unfiltered);
}

void begin(const Confinement& done) {
  Outgoing frame(protocol::kBegun);
  frame.tag(protocol::kRecord);
  frame.size(2);
  frame.text("system_calls");
  frame.tag(done.system_calls ? protocol::kTrue : protocol::kFalse);
  frame.text("namespaces");
  frame.tag(done.namespaces ? protocol::kTrue : protocol::kFalse);
  frame.send();
}

// (order's frame)
int prepare(lua_State* lua) {
  auto& frame = *static_cast<Incoming*>(lua_touserdata(lua, 1));
  open_libraries(lua);
  push_value(lua, frame);  // modules
  push_value(lua, frame);  // objects
  open_modules(lua);
  push_value(lua, frame);
  lua_setglobal(lua, "arguments");
  return 0;
}

[[noreturn]] void out_of_memory() { _exit(protocol::kExitNoMemory); }

int run() {
  std::set_terminate(out_of_memory);
  let_go();
  Incoming frame = Incoming::next();
  if (frame.kind() != protocol::kOrder) return protocol::kExitBadOrder;
  const Order order = read_order(frame);
  start_clock(order.budget);
  begin(confine_for(order));
  lua_State* lua = open_state(order.budget);
  if (!lua) return protocol::kExitNoMemory;
  lua_pushcfunction(lua, prepare);
  lua_pushlightuserdata(lua, &frame);
  if (lua_pcall(lua, 1, 0, 0) != LUA_OK) return protocol::kExitNoMemory;
  run_script(lua, order.script);
  return 0;
}

}  // namespace
}  // namespace guest

// The state is not closed: nothing is left to report, and finalizers could compute forever.
int main() { _exit(guest::run()); }
