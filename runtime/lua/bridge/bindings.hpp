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

// One function of a module. A waiting one is a coroutine; scripts cannot tell the difference.
// `signature` is the first line of its documentation ("window.list(options?) -> {window}"), `text`
// says units and errors.
struct Function {
  using Now = Results (*)(const Args&);
  using Waiting = Task<Results> (*)(Args);
  // Tables are copied out of Lua, or (for functions that only hand them on to other scripts) kept
  // as they are.
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
  // One that is written in Lua: the function of the same name in the module `script`, with the same
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

// A module as `require` gives it: its functions, what they share, and plain values beside them (nil
// or a record).
struct Module {
  const char* name;
  std::span<const Function> functions;
  std::shared_ptr<void> self;
  Value constants = Value();
  std::span<const Function> methods =
      {};  // of the objects that its functions give, for the documentation
};

// A kind of userdata, known by its address. `functions` are its methods; the object itself is
// argument 1. `call` is what calling the object itself does, for iterators.
struct ObjectType {
  const char* name;
  std::span<const Function> functions;
  const Function* call = nullptr;
};

// Something with identity that scripts hold. Dies with the last script or native reference.
class Object {
 public:
  virtual ~Object() = default;
  virtual const ObjectType& type() const = 0;
  // A readable property; nil when there is none of that name.
  virtual Value field(std::string_view) const { return Value(); }
  // Bytes that it holds outside of Lua, or may come to hold; 0 where they do not matter.
  virtual std::size_t memory() const { return 0; }
  // End of a `<close>` variable.
  virtual void close() {}
};

}  // namespace runtime
