#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>

struct lua_State;

namespace runtime {

struct Function;

// Inside of runtime/lua only: how another thread learns where a script is that holds the loop, and
// ends it. Nobody but the loop's thread looks into Lua: it answers in the interrupt's hook, within
// a thousand instructions, and leaves a note before it enters what may compute for long in C, where
// no hook comes.
class ScriptLocator {
 public:
  // On any thread. A line of a script ("auto.lua:3"), as near as can be told; waits a moment for
  // the answer.
  std::string where();
  // On any thread: the script that runs now is to be ended, the second time whatever it catches.
  void end_it() { told_.fetch_add(1, std::memory_order_relaxed); }

  // The rest on the loop's thread. A script call named so goes on; the name lives as long as this
  // does.
  void enter(const std::string* name) {
    name_.store(name, std::memory_order_relaxed);
    noted_.store(false, std::memory_order_relaxed);
    if (told_.load(std::memory_order_relaxed) != 0) told_.store(0, std::memory_order_relaxed);
  }
  // A native function begins, or (nullptr) ends.
  void native(const Function* function) { native_.store(function, std::memory_order_relaxed); }
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  int told() const { return told_.load(std::memory_order_relaxed); }
  void answer(lua_State* lua);
  void note(lua_State* lua, const char* function);
  void leave() { noted_.store(false, std::memory_order_relaxed); }

 private:
  std::atomic<const std::string*> name_ = nullptr;
  std::atomic<const Function*> native_ = nullptr;
  std::atomic<bool> asked_ = false;
  std::atomic<bool> noted_ = false;
  std::atomic<int> told_ = 0;
  std::mutex guard_;
  std::condition_variable answered_;
  std::string answer_;
  std::string note_;
};

// "file.lua:3", the innermost line of a script that runs; "" when there is none.
std::string line_of(lua_State* lua);

}  // namespace runtime
