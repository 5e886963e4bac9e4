#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>

struct lua_State;

namespace runtime {

struct Function;

// For runtime/lua only: lets another thread find out where a script blocks the loop, and end it.
// Only the loop's thread touches Lua: it answers in the interrupt's hook, within some milliseconds
// of processor time. Before it enters a C function that may compute for long, where no hook runs,
// it leaves a note.
class ScriptLocator {
 public:
  // Returns the current line of a script ("auto.lua:3"), or an approximation; waits briefly for the
  // answer. Thread-safe.
  std::string where();
  // Requests the end of the running script; a second request cannot be caught. Thread-safe.
  void end_it() { told_.fetch_add(1, std::memory_order_relaxed); }

  // The following functions run on the loop's thread. Sets the name of the script call that
  // resumes; the name must live as long as this object.
  void enter(const std::string* name) {
    name_.store(name, std::memory_order_relaxed);
    noted_.store(false, std::memory_order_relaxed);
    if (told_.load(std::memory_order_relaxed) != 0) told_.store(0, std::memory_order_relaxed);
  }
  // Marks the start or (nullptr) the end of a native function.
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

// Returns "file.lua:3", the innermost line of a running script; "" when there is none.
std::string line_of(lua_State* lua);

}  // namespace runtime
