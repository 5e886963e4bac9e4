#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/core/value/value.hpp"
#include "runtime/lua/bridge/args.hpp"

struct lua_State;

namespace runtime {

// A parameter of a function, or an option of the table after its parameters. `type` is written as
// in the editor's annotations, where records of scripts/reference/records.lua are types.
struct Parameter {
  static constexpr unsigned kOptional = 1;  // a parameter that may be left out
  static constexpr unsigned kNeeded = 2;    // an option that may not
  static constexpr unsigned kNotNegative = 4;

  const char* name;
  const char* type;
  const char* text = "";
  unsigned marks = 0;
  // The first arguments with which an option is needed, as a type, such as
  // "\"display\"|\"window\"".
  const char* needed_for = nullptr;
};

// `word` names it in the signature, where the type says too little.
struct Result {
  const char* type;
  const char* word = nullptr;
};

// One function of a module or method of an object, with all that the reference, `check`, the prompt
// and errors say of it. `call` is its public name: "window.list", "image:crop". Must be a constant:
// its lists live as long as it does.
struct Function {
  // Whether tables are copied out of Lua, or kept as references (for functions that only pass them
  // on to other scripts).
  enum class Tables { kCopied, kKept };
  // A function written in Lua: the function of the same name in the module, with the same
  // arguments.
  struct Scripted {
    const char* module;
  };
  // The implementation, in one of four forms. A waiting one is a coroutine, which scripts cannot
  // distinguish. A plain one is a lua_CFunction.
  struct Work {
    using Now = Results (*)(const Args&);
    using Waiting = Task<Results> (*)(Args);
    using Plain = int (*)(lua_State*);

    constexpr Work(Now function) : now(function) {}
    constexpr Work(Waiting function) : waiting(function) {}
    constexpr Work(Plain function) : plain(function) {}
    constexpr Work(Scripted function) : script(function.module) {}

    Now now = nullptr;
    Waiting waiting = nullptr;
    Plain plain = nullptr;
    const char* script = nullptr;
  };

  // The part of `call` behind the module or object.
  constexpr const char* name() const {
    const char* start = call;
    for (const char* at = call; *at != '\0'; ++at)
      if (*at == '.' || *at == ':') start = at + 1;
    return start;
  }

  const char* call;
  const char* text;  // with units
  std::initializer_list<Parameter> parameters = {};
  std::initializer_list<Parameter> options = {};
  std::initializer_list<Result> results = {};
  // Codes; INVALID_ARGUMENT only where more than types is checked.
  std::initializer_list<const char*> errors = {};
  Work work;
  Tables tables = Tables::kCopied;
};

// A module as returned by `require`: its functions, their shared state, and plain values (nil or a
// record).
struct Module {
  const char* name;
  std::span<const Function> functions;
  std::shared_ptr<void> self = nullptr;
  Value constants = Value();
  // Of the objects that its functions return, for the documentation.
  std::span<const Function> methods = {};
  const char* about = "";
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

// Returns the modules and objects that every state has from its start, for the documentation: json,
// blobs, and the changes to Lua's own libraries.
std::vector<Module> built_in_modules();

}  // namespace runtime
