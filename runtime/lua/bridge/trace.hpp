#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

struct lua_State;

namespace runtime {

struct Function;

// One native call in progress.
struct TraceEntry {
  std::string words;  // caller, its line, function and arguments
  std::chrono::steady_clock::time_point began;
};

// Traces every call of a module's function, native or written in Lua: its caller and line,
// arguments, result, and duration in milliseconds, including waits. Shortens arguments and masks
// secrets as in the log. Owned by the Vm while tracing is on; driven by the trampolines.
class Tracer {
 public:
  explicit Tracer(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  // Returns a name for a new call: "2", or "1.2" for a task started by call "1".
  std::string name(const std::string& parent);
  // Records a call. The arguments are the stack of `lua`, from the index `first` on.
  TraceEntry begin(lua_State* lua, const Function& function, const std::string& call,
                   int first = 1);
  // Records the end of a call. The results, or the error, are the topmost `count` values.
  void end(lua_State* lua, const TraceEntry& entry, bool good, int count);

  // of a function that runs without waiting
  TraceEntry running;

 private:
  std::function<void(std::string_view)> write_;
  int calls_ = 0;
};

}  // namespace runtime
