#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/lua/bridge/args.hpp"

namespace runtime {

// One function of a module. A waiting function is a coroutine; scripts see no difference.
// `signature` is the first line of its documentation ("window.list(options?) -> {window}"), `text`
// gives units and errors.
struct Function {
  using Now = Results (*)(const Args&);
  using Waiting = Task<Results> (*)(Args);
  // Whether tables are copied out of Lua, or kept as references (for functions that only pass them
  // on to other scripts).
  enum class Tables { kCopied, kKept };

  constexpr Function(const char* function_name, const char* function_signature, const char* what,
                     Now function)
      : name(function_name), signature(function_signature), text(what), now(function) {}
  constexpr Function(const char* function_name, const char* function_signature, const char* what,
                     Waiting function, Tables how = Tables::kCopied)
      : name(function_name),
        signature(function_signature),
        text(what),
        waiting(function),
        tables(how) {}
  // A function written in Lua: the function of the same name in the module `script`, with the same
  // arguments.
  struct Scripted {
    const char* module;
  };
  constexpr Function(const char* function_name, const char* function_signature, const char* what,
                     Scripted function)
      : name(function_name), signature(function_signature), text(what), script(function.module) {}

  const char* name;
  const char* signature;
  const char* text;
  Now now = nullptr;
  Waiting waiting = nullptr;
  const char* script = nullptr;
  Tables tables = Tables::kCopied;
};

// A module as returned by `require`: its functions, their shared state, and plain values (nil or a
// record).
struct Module {
  const char* name;
  std::span<const Function> functions;
  std::shared_ptr<void> self;
  Value constants = Value();
  std::span<const Function> methods =
      {};  // types of the objects that its functions return, for the documentation
};

// A type of userdata, identified by its address. `functions` are its methods, with the object as
// argument 1. `call` runs when the object itself is called, for iterators.
struct ObjectType {
  const char* name;
  std::span<const Function> functions;
  const Function* call = nullptr;
};

// An object with identity, held by scripts. Destroyed with the last script or native reference.
class Object {
 public:
  virtual ~Object() = default;
  virtual const ObjectType& type() const = 0;
  // Returns a readable property; nil when it does not exist.
  virtual Value field(std::string_view) const { return Value(); }
  // Returns the number of bytes that it holds, or may come to hold, outside Lua; 0 where that is
  // negligible.
  virtual std::size_t memory() const { return 0; }
  // Called at the end of a `<close>` variable.
  virtual void close() {}
};

}  // namespace runtime
