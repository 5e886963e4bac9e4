#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

struct lua_State;

namespace runtime {

struct Function;

// One native call on its way.
struct TraceEntry {
  std::string words;  // who calls, from which line, what with which arguments
  std::chrono::steady_clock::time_point began;
};

// Tells of every call of a module's function, native or written in Lua: who calls it from which
// line, with which arguments, what came of it, and after how many milliseconds, waiting included.
// Arguments are shortened, secrets masked as in the log. Owned by the Vm, which has none unless
// somebody wants to see; driven by the trampolines.
class Tracer {
 public:
  explicit Tracer(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  // A name for a call that begins: "2", or "1.2" for a task that call "1" started.
  std::string name(const std::string& parent);
  // The arguments are the stack of `lua`, from the index `first` on.
  TraceEntry begin(lua_State* lua, const Function& function, const std::string& call,
                   int first = 1);
  // The results, or the error, are the uppermost `count` values.
  void end(lua_State* lua, const TraceEntry& entry, bool good, int count);

  // Of the function that runs without waiting.
  TraceEntry running;

 private:
  std::function<void(std::string_view)> write_;
  int calls_ = 0;
};

}  // namespace runtime
